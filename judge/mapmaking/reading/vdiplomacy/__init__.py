"""Boards of webDiplomacy and vDiplomacy: a folder of PHP files a variant."""
