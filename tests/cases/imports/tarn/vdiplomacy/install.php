<?php
// A made-up board.
InstallTerritory::$Territories=array();
$countries=$this->countries;
$territoryRawData=array(
	array('Alder', 'Coast', 'Yes', 1, 40, 60, 20, 30), # a home
	array("Birch", 'Coast', 'Yes', 0, 140, 160, 70, 80),
	array('Cove', 'Coast', 'Yes', 2, 60, 140,
		30, 70),
	array('Cove (North Coast)', 'Coast', 'No', 2, 50, 120, 25, 60),
	array('Cove (South Coast)', 'Coast', 'No', 2, 70, 170, 35, 85),
	array('Dune Sea', 'Sea', 'No', 0, 20, 110, 10, 55),
	/* array('Gone', 'Sea', 'No', 0, 1, 1, 1, 1), */
	array(l_t('Ebb Sound'), 'Sea', 'No', 0, 110, 190, 55, 95),
);
foreach($territoryRawData as $row) { new InstallTerritory(...$row); }

$bordersRawData=array(
	array('Alder','Birch','No','Yes'),
	array('Alder','Cove','No','Yes'),
	array('Birch','Cove','No','Yes'),
	array('Alder','Dune Sea','Yes','No'),
	array('Alder','Cove (North Coast)','Yes','No'),
	array('Cove (North Coast)','Dune Sea','Yes','No'),
	array('Birch','Ebb Sound','Yes','No'),
	array('Birch','Cove (South Coast)','Yes','No'),
	array('Cove (South Coast)','Ebb Sound','Yes','No'),
	array('Dune Sea','Ebb Sound','Yes','No')
);
