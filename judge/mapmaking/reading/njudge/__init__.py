"""Maps of njudge and of Realpolitik, whose map files are almost alike."""
