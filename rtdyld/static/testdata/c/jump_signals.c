// sigsetjmp with and without signals that are blocked.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf b;
static int blocked(void) { sigset_t s; sigprocmask(SIG_BLOCK, NULL, &s); return sigismember(&s, SIGUSR1); }
int main(void)
{
	for (int save = 0; save < 2; save++) {
		sigset_t s, old;
		sigemptyset(&s), sigaddset(&s, SIGUSR1);
		volatile int n = 0;
		int r = sigsetjmp(b, save);
		printf("%d %d %d\n", save, r, blocked());
		if (n++ == 0)
			sigprocmask(SIG_BLOCK, &s, &old), siglongjmp(b, 5);
		sigprocmask(SIG_UNBLOCK, &s, NULL);
	}
	return 0;
}
