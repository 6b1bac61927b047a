int root(int n);
int root_and_one(int n) { return root(n) + 1; }
