<?php
class TarnVariant extends WDVariant {
	public $id=999;
	public $mapID=999;
	public $name='Tarn';
	public $fullName='Tarn';
	public $description='Two powers, and nobody\'s wood between them.';
	public $author='Nobody';
	public $version='1.0';
	public $countries=array('Red', 'Blue');

	public function __construct() {
		parent::__construct();
		$this->variantClasses['drawMap'] = 'Tarn';
		$this->variantClasses['adjudicatorPreGame'] = 'Tarn';
	}

	public function initialize() {
		parent::initialize();
		$this->supplyCenterTarget = 2;
	}

	public function turnAsDate($turn) {
		if ( $turn==-1 ) return "Pre-game";
		else return ( $turn % 2 ? "Autumn, " : "Spring, " ).(floor($turn/2) + 1);
	}
}
