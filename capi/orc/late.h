/* How a preloaded library opens another that brings Go's runtime, late: for preload.c of orc and of mcjit. */
#ifndef RTDYLD_ORC_LATE_H
#define RTDYLD_ORC_LATE_H

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/*
 * open_quietly opens a library that brings Go's runtime, and calls its function `starts`, which returns when that has started. The runtime's
 * threads are made while all signals are blocked, and have them blocked ever after, but for faults, SIGCHLD and SIGPROF. Handlers that it
 * installs are taken away again, and so is its alternate stack; handlers of those two keep SA_ONSTACK, for they may come while the
 * thread is in Go.
 */
static void *open_quietly(const char *path, const char *starts)
{
	struct sigaction before[NSIG], now;
	int known[NSIG];
	stack_t stack;
	sigset_t all, mask;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
	sigaltstack(NULL, &stack);
	for (int s = 1; s < NSIG; s++)
		known[s] = sigaction(s, NULL, &before[s]) == 0;
	void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void (*start)(void) = h ? (void (*)(void))dlsym(h, starts) : NULL;
	if (start)
		start();
	for (int s = 1; s < NSIG; s++) {
		if (!known[s] || sigaction(s, NULL, &now))
			continue;
		if ((s == SIGCHLD || s == SIGPROF) && before[s].sa_handler != SIG_DFL && before[s].sa_handler != SIG_IGN)
			before[s].sa_flags |= SA_ONSTACK;
		if (now.sa_sigaction != before[s].sa_sigaction || now.sa_flags != before[s].sa_flags)
			sigaction(s, &before[s], NULL);
	}
	if (!(stack.ss_flags & SS_ONSTACK))
		sigaltstack(&stack, NULL);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return h;
}

/* open_beside does that for the library for one version of LLVM, PREFIX-VERSION.so in the folder of the library that this is part of. */
static void *open_beside(const char *prefix, int version, const char *starts)
{
	Dl_info self;
	char path[4096] = "";
	if (dladdr((void *)open_beside, &self) && strrchr(self.dli_fname, '/'))
		snprintf(path, sizeof path, "%.*s", (int)(strrchr(self.dli_fname, '/') + 1 - self.dli_fname), self.dli_fname);
	size_t n = strlen(path);
	snprintf(path + n, sizeof path - n, "%s-%d.so", prefix, version);
	return open_quietly(path, starts);
}

#endif /* RTDYLD_ORC_LATE_H */
