// Refers to a name that nobody has.
extern int nobody(int);
int open_name(void) { return nobody(3) + 1; }
