int one(int n) { return n + 1; }
