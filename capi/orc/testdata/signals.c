/*
 * A program that forks and has handlers of its own, without SA_ONSTACK, links by ORC: run with LD_PRELOAD. argv: an object that
 * defines int sum(int, int). Handlers, mask and alternate stack are as before, no signal comes on another thread than this one,
 * or on another stack, none is lost, and a child that is forked off later gets an error.
 */
#include "test.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/OrcEE.h>
#include <llvm-c/Target.h>

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGURG, SIGFPE, SIGCHLD, SIGWINCH};
enum { NSIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t got[NSIG], strange;
static pid_t here;
static char *low, *high; /* the main thread's stack */

static void handle(int s)
{
	char at;
	got[s]++;
	if (syscall(SYS_gettid) != here || &at < low || &at >= high)
		strange++;
}

static LLVMOrcObjectLayerRef layer(void *opaque, LLVMOrcExecutionSessionRef session, const char *triple)
{
	(void)opaque, (void)triple;
	return LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager(session);
}

static LLVMOrcLLJITRef new_jit(void)
{
	LLVMOrcLLJITRef jit;
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(builder, layer, NULL);
	LLVMErrorRef e = LLVMOrcCreateLLJIT(&jit, builder);
	if (e) {
		fprintf(stderr, "%s\n", LLVMGetErrorMessage(e));
		exit(1);
	}
	return jit;
}

static char text[1000];
static void report(void *opaque, LLVMErrorRef e)
{
	(void)opaque;
	char *m = LLVMGetErrorMessage(e);
	snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", m);
	LLVMDisposeErrorMessage(m);
}

/* link links the object, calls it, and takes it away. It returns what sum(40, 2) is, -1 for an error. */
static int link_object(LLVMOrcLLJITRef jit, const char *path)
{
	LLVMMemoryBufferRef object;
	char *wrong;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &object, &wrong)) {
		fprintf(stderr, "%s\n", wrong);
		exit(1);
	}
	LLVMOrcResourceTrackerRef tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(jit));
	LLVMOrcExecutorAddress address = 0;
	LLVMErrorRef e = LLVMOrcLLJITAddObjectFileWithRT(jit, tracker, object);
	if (!e)
		e = LLVMOrcLLJITLookup(jit, &address, "sum");
	int sum = -1;
	if (e)
		report(NULL, e);
	else
		sum = ((int (*)(int, int))(uintptr_t)address)(40, 2);
	e = LLVMOrcResourceTrackerRemove(tracker);
	if (e)
		report(NULL, e);
	LLVMOrcReleaseResourceTracker(tracker);
	return sum;
}

/* sender sends signals to the process until it is told to stop. */
static volatile int stop, sent;
static void *sender(void *p)
{
	(void)p;
	while (!stop) {
		sent++;
		kill(getpid(), SIGURG);
		kill(getpid(), SIGUSR1);
		usleep(20);
	}
	return NULL;
}

/* open_threads counts signals that threads other than this one and the sender do not block. */
static int open_threads(pid_t but)
{
	int open = 0, threads = 0;
	DIR *dir = opendir("/proc/self/task");
	struct dirent *d;
	while ((d = readdir(dir))) {
		char path[300], line[200];
		if (d->d_name[0] == '.' || atoi(d->d_name) == here || atoi(d->d_name) == but)
			continue;
		snprintf(path, sizeof path, "/proc/self/task/%s/status", d->d_name);
		FILE *f = fopen(path, "r");
		threads++;
		while (f && fgets(line, sizeof line, f)) {
			unsigned long long mask;
			if (sscanf(line, "SigBlk: %llx", &mask) == 1)
				for (int i = 0; i < NSIGNALS; i++)
					if (signals[i] != SIGFPE && signals[i] != SIGCHLD && !(mask >> (signals[i] - 1) & 1)) {
						fprintf(stderr, "thread %s does not block signal %d: %llx\n", d->d_name, signals[i], mask);
						open++;
					}
		}
		if (f)
			fclose(f);
	}
	closedir(dir);
	CHECK(threads > 1); /* Go's */
	return open;
}

static volatile pid_t sender_id;
static void *named_sender(void *p)
{
	sender_id = syscall(SYS_gettid);
	return sender(p);
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 2)
		return 2;
	pthread_attr_t attr;
	void *base;
	size_t size;
	pthread_getattr_np(pthread_self(), &attr);
	pthread_attr_getstack(&attr, &base, &size);
	low = base, high = low + size;
	here = getpid();
	struct sigaction a = {0}, now;
	a.sa_handler = handle;
	a.sa_flags = SA_RESTART;
	sigaddset(&a.sa_mask, SIGWINCH);
	for (int i = 0; i < NSIGNALS; i++)
		sigaction(signals[i], &a, NULL);
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();

	/* A child may be the first that links, and so may its parent be after it. */
	pid_t child = fork();
	if (child == 0) {
		here = getpid();
		_exit(link_object(new_jit(), argv[1]) == 42 ? 0 : 1);
	}
	int status;
	CHECK(waitpid(child, &status, 0) == child && status == 0);

	LLVMOrcLLJITRef jit = new_jit();
	CHECK(link_object(jit, argv[1]) == 42);
	sigset_t mask;
	stack_t stack;
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	for (int s = 1; s < NSIG; s++)
		CHECK(sigismember(&mask, s) <= 0);
	CHECK(sigaltstack(NULL, &stack) == 0 && stack.ss_flags == SS_DISABLE);
	for (int s = 1; s < NSIG; s++) {
		int ours = 0;
		for (int i = 0; i < NSIGNALS; i++)
			ours |= signals[i] == s;
		if (sigaction(s, NULL, &now))
			continue;
		CHECK(now.sa_handler == (ours ? handle : SIG_DFL));
		now.sa_flags &= ~0x04000000; /* the C library's */
		CHECK(!ours || now.sa_flags == (s == SIGCHLD ? SA_RESTART | SA_ONSTACK : SA_RESTART));
		CHECK(sigismember(&now.sa_mask, SIGWINCH) == ours);
	}

	/* Signals that come all the time. */
	pthread_t thread;
	sigset_t all;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask); /* the sender gets none */
	pthread_create(&thread, NULL, named_sender, NULL);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	for (int i = 0; i < 300; i++)
		CHECK(link_object(jit, argv[1]) == 42);
	CHECK(open_threads(sender_id) == 0);
	stop = 1;
	pthread_join(thread, NULL);
	CHECK(sent > 10 && got[SIGURG] > 10 && got[SIGUSR1] > 10);
	for (int i = 0; i < NSIGNALS; i++) { /* each is heard */
		int before = got[signals[i]];
		kill(getpid(), signals[i]);
		CHECK(got[signals[i]] == before + 1);
	}
	CHECK(strange == 0);

	/* A child that is forked off now hears that it cannot link. */
	child = fork();
	if (child == 0) {
		alarm(20);
		LLVMOrcExecutionSessionSetErrorReporter(LLVMOrcLLJITGetExecutionSession(jit), report, NULL);
		failures = 0;
		CHECK(link_object(jit, argv[1]) == -1);
		CHECK(strstr(text, "before a fork"));
		_exit(failures != 0);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK(link_object(jit, argv[1]) == 42);
	return done("signals");
}
