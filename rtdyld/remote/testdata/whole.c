/* An object that has a bit of everything that an executor is asked for. */
extern int at_1000(void);

__thread int mine = 5;
static int made, gone;
int state[70000] = {1, 2, 3}; /* more than goes into one message */

int *get_mine(void) { return &mine; }
int get_made(void) { return made; }
int call_out(void) { return at_1000(); }

__attribute__((constructor)) static void begin(void) { made += 7; }
__attribute__((destructor)) static void end(void) { gone++; }

int main(int argc) { return made * 10 + argc; }
