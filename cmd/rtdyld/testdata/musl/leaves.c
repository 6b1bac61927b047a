// A main that leaves its threads alone.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *later(void *a) { usleep(200000); puts("a thread goes on"); return a; }
static void bye(void){ puts("atexit"); }
int main(void){ pthread_t id; atexit(bye); pthread_create(&id, 0, later, 0); pthread_detach(id); puts("main leaves"); pthread_exit(0); }
