__thread char big[SIZE] __attribute__((aligned(ALIGN)));
char *get(void) { return big; }
