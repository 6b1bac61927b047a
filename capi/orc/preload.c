/*
 * librtdyld-orc.so for LD_PRELOAD: functions of LLVM's C API by which an unchanged program gets rtdyld's layer where it asks
 * for LLVM's. This file needs neither LLVM nor Go. At the first use it opens librtdyld-orc-N.so beside itself, for LLVM N,
 * which brings both: processes that do not use them pay nothing, and a server may fork before.
 *
 * build.sh says by -DVERSIONS which versions there are, as X(number, name), or Y for one of 16 or later: the program's references say which one it wants.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *(*create_fn)(void *session);
typedef void *(*create_callbacks_fn)(void *session, void *opaque, void *create, void *terminating, void *code, void *data,
                                     void *finalize, void *destroy);
typedef int (*register_fn)(void *layer, void *listener);

/* library is what librtdyld-orc-N.so has. */
struct library {
	create_fn create;
	create_callbacks_fn create_callbacks;
	register_fn register_listener;
	int missing;
};

/*
 * open_quietly opens a library that brings Go's runtime. The runtime's threads are made while all signals are blocked, and
 * have them blocked ever after, but for faults, SIGCHLD and SIGPROF. Handlers that it installs are taken away again, and
 * so is its alternate stack; handlers of those two keep SA_ONSTACK, for they may come while the thread is in Go.
 */
static void *open_quietly(const char *path)
{
	static const char *const starts = "rtdyldx_orc_start";
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
		start(); /* the runtime has started when it returns */
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

/* load opens the library for one version of LLVM. Where it is missing that is said once, and LLVM's own layers are made. */
static int load(struct library *l, int version)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&mutex);
	if (!l->create && !l->missing) {
		Dl_info self;
		char path[4096] = "";
		if (dladdr((void *)load, &self) && strrchr(self.dli_fname, '/'))
			snprintf(path, sizeof path, "%.*s", (int)(strrchr(self.dli_fname, '/') + 1 - self.dli_fname), self.dli_fname);
		size_t n = strlen(path);
		snprintf(path + n, sizeof path - n, "librtdyld-orc-%d.so", version);
		void *h = open_quietly(path);
		if (h) {
			l->create_callbacks = (create_callbacks_fn)dlsym(h, "rtdyldx_orc_create_callbacks");
			l->register_listener = (register_fn)dlsym(h, "rtdyldx_orc_register");
			l->create = (create_fn)dlsym(h, "rtdyldx_orc_create");
		}
		if (!l->create) {
			fprintf(stderr, "librtdyld-orc: LLVM links by itself: %s\n", dlerror());
			l->missing = 1;
		}
	}
	pthread_mutex_unlock(&mutex);
	return !l->missing;
}

#define CREATE "LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager"
#define CREATE_CALLBACKS "LLVMOrcCreateRTDyldObjectLinkingLayerWithMCJITMemoryManagerLikeCallbacks"
#define REGISTER "LLVMOrcRTDyldObjectLinkingLayerRegisterJITEventListener"

/* llvm is a function of LLVM's own. */
static void *llvm(const char *name, const char *version)
{
	void *f = dlvsym(RTLD_NEXT, name, version);
	if (!f) {
		fprintf(stderr, "librtdyld-orc: %s\n", dlerror());
		abort();
	}
	return f;
}

#define X(number, version)                                                                              \
	static struct library library_##number;                                                             \
	void *create_##number(void *session)                                                                \
	{                                                                                                   \
		if (!load(&library_##number, number))                                                           \
			return ((create_fn)llvm(CREATE, #version))(session);                                        \
		return library_##number.create(session);                                                        \
	}                                                                                                   \
	void register_##number(void *layer, void *listener)                                                 \
	{                                                                                                   \
		if (!library_##number.create || !library_##number.register_listener(layer, listener))           \
			((void (*)(void *, void *))llvm(REGISTER, #version))(layer, listener);                      \
	}                                                                                                   \
	__asm__(".symver create_" #number "," CREATE "@" #version);                                         \
	__asm__(".symver register_" #number "," REGISTER "@" #version);

/* What LLVM has since 16. */
#define Y(number, version)                                                                              \
	X(number, version)                                                                                  \
	void *callbacks_##number(void *session, void *opaque, void *create, void *terminating, void *code,  \
	                         void *data, void *finalize, void *destroy)                                 \
	{                                                                                                   \
		create_callbacks_fn f = load(&library_##number, number)                                         \
		                            ? library_##number.create_callbacks                                 \
		                            : (create_callbacks_fn)llvm(CREATE_CALLBACKS, #version);            \
		return f(session, opaque, create, terminating, code, data, finalize, destroy);                  \
	}                                                                                                   \
	__asm__(".symver callbacks_" #number "," CREATE_CALLBACKS "@" #version);

VERSIONS
