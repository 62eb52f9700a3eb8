"""When a phase is over: what came in time, which doors were shut, whose clock it is."""
