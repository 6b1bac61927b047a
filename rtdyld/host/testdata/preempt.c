// A library whose functions call each other, and the program that has some of them, too.
#include <stdlib.h>

int ask(void), ask_pointer(void);
void *allocate(void);

#ifdef LIBRARY
int answer(void) { return 1; }
int weakly(void) { return 10; }
int hiddenly(void) { return 100; }
int data = 1000;

int ask(void) { return answer() + weakly() + hiddenly() + data; }
int ask_pointer(void)
{
	int (*volatile f)(void) = answer;
	return f();
}
void *allocate(void) { return malloc(1); }
#else
#ifndef ANSWER
#define ANSWER 2
#endif
int answer(void) { return ANSWER; }
__attribute__((weak)) int weakly(void) { return 20; }
__attribute__((visibility("hidden"))) int hiddenly(void) { return 200; }
int data = 2000;
void *malloc(size_t n) { return n ? &data : NULL; }

static int early; // what the constructor found
__attribute__((constructor)) static void first(void) { early = ask(); }

int at_first(void) { return early; }
int use(void) { return ask() == early ? ask_pointer() : -1; }
int own_memory(void) { return malloc(1) == &data && allocate() != &data; }
int local(void) { return weakly() + hiddenly() + data; }
#endif
