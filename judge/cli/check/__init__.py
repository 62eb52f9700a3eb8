"""Whether a judge with these settings works: each thing looked at is one finding."""
