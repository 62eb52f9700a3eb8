"""What a person runs: the commands of `judge`, each of which prints its answer."""
