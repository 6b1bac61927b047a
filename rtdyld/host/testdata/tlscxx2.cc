static int five() { return 5; }
thread_local int elsewhere = five();
