"""What the templates of answers to questions are told, where that takes thought."""
