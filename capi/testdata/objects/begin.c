// A constructor and a destructor, which tell the program.
void began(const char *what);
__attribute__((constructor)) static void begin(void) { began("begin"); }
__attribute__((destructor)) static void end(void) { began("end"); }
int begun(void) { return 5; }
