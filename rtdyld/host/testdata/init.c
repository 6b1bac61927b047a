// Constructors and destructors of every kind, in every order a linker must know.
#include "note.h"
#include <stdlib.h>
#include <string.h>

static int argc_seen;
static char **argv_seen, **envp_seen;

static void preinit(int argc, char **argv, char **envp)
{
	// Before libc has an environment: nothing to note.
	argc_seen = argc, argv_seen = argv, envp_seen = envp;
}
__attribute__((section(".preinit_array"), used)) static void (*pre)(int, char **, char **) = preinit;

static void first_exit(void) { note("atexit first"); }
static void second_exit(void) { note("atexit second"); }
static void nested_exit(void) { note("atexit nested"); }
static void late_exit(void)
{
	note("atexit late");
	atexit(nested_exit);
}

__attribute__((constructor(301))) static void c301(void) { note("constructor 301"); }
__attribute__((constructor(205))) static void c205(void)
{
	note("constructor 205, preinit ran %d", argc_seen > 0);
	atexit(first_exit);
}
__attribute__((constructor)) static void plain(int argc, char **argv, char **envp)
{
	note("constructor, argc %d, argv[1] %s, end %p, envp %s", argc, argv[1], (void *)argv[argc], envp && envp[0] ? "given" : "empty");
	if (argc_seen)
		note("same as preinit's: %d", argc == argc_seen && argv == argv_seen && envp == envp_seen);
	atexit(second_exit);
}
__attribute__((constructor)) static void plain2(void)
{
	note("constructor again");
	atexit(late_exit);
}

__attribute__((destructor(301))) static void d301(void) { note("destructor 301"); }
__attribute__((destructor(205))) static void d205(void) { note("destructor 205"); }
__attribute__((destructor)) static void dplain(void) { note("destructor"); }
__attribute__((destructor)) static void dplain2(void) { note("destructor again"); }

static void old_a(void) { note("ctors a"); }
static void old_b(void) { note("ctors b"); }
static void old_p(void) { note("ctors, priority"); }
static void old_d(void) { note("dtors"); }
typedef void (*func)(void);
#ifndef NO_CTORS // LLVM's linker has them for x86 alone
__attribute__((section(".ctors"), used)) static func old_ctors[] = {old_a, old_b};
__attribute__((section(".ctors.65285"), used)) static func old_ctors_p[] = {old_p}; // 65535-250
__attribute__((section(".dtors"), used)) static func old_dtors[] = {old_d};
#endif

int main(void)
{
	note("main");
	return 0;
}
