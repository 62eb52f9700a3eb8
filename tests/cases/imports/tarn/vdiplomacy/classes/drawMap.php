<?php
class TarnVariant_drawMap extends drawMap {
	protected $countryColors = array(
		0 => array(226, 198, 158),
		1 => array(192, 57, 43),
		2 => array(36, 113, 163)
	);
}
