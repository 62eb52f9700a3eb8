"""What keeps a judge well for years: old mail is forgotten, what is wrong is told."""
