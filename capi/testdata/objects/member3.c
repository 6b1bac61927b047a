int member3(void) { return 7; }
