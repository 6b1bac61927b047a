__attribute__((weak)) int weak_one(void) { return 1; }
int use_weak(void) { return weak_one() + 1; }
