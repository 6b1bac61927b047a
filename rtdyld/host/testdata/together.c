// Libraries that refer to each other's names.
#ifdef ONE
int two(void), common_data = 5;
int one(void) { return two() + 1; }
int seven(void) { return 7; }
#else
int seven(void);
extern int common_data;
int two(void) { return seven() + common_data; }
#endif
