<?php
class TarnVariant_adjudicatorPreGame extends adjudicatorPreGame {
	protected $countryUnits = array(
		'Red' => array('Alder' => 'Army'),
		'Blue' => array('Cove (South Coast)' => 'Fleet')
	);
}
