int engine_step(int value);
