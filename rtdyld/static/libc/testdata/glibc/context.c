// Contexts that go on in turn, with arguments on the stack, floating point modes and signals of their own.
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
static ucontext_t home, one, two;
static char a[65536], b[65536];
static volatile double third = 3;
static void work(int p, int q, int r, int s, int t, int u, int v, int w, int x)
{
	printf("%d %d %d %d %d %d %d %d %d\n", p, q, r, s, t, u, v, w, x);
	for (int i = 0; i < 3; i++) {
		printf("in %d: %a\n", p, 1 / third);
		swapcontext(p == 1 ? &one : &two, p == 1 ? &two : &one);
	}
}
int main(void)
{
	sigset_t s;
	volatile int again = 0;
	double kept = 1.5;
	getcontext(&one);
	if (again++ < 2)
		setcontext(&one);
	printf("again %d %g\n", again, kept);
	getcontext(&one);
	one.uc_stack.ss_sp = a, one.uc_stack.ss_size = sizeof a, one.uc_link = &two;
	makecontext(&one, (void (*)(void))work, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
	fesetround(FE_UPWARD);
	getcontext(&two);
	fesetround(FE_TONEAREST);
	two.uc_stack.ss_sp = b, two.uc_stack.ss_size = sizeof b, two.uc_link = &home;
	sigemptyset(&s), sigaddset(&s, SIGUSR1);
	two.uc_sigmask = s;
	makecontext(&two, (void (*)(void))work, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90);
	swapcontext(&home, &one);
	sigprocmask(SIG_BLOCK, NULL, &s);
	printf("home %a %d\n", 1 / third, sigismember(&s, SIGUSR1));
	return 0;
}
