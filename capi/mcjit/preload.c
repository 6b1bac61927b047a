/*
 * librtdyld-mcjit.so for LD_PRELOAD: an unchanged program's MCJIT is rtdyld's. This file needs neither LLVM nor Go. LLVM's functions that make
 * engines stand here, too, by the versions of their symbols: before they go on to LLVM's own, the function that makes an MCJIT, to
 * which ExecutionEngine::MCJITCtor points, is replaced. At the first MCJIT it opens librtdyld-mcjit-N.so beside itself, for LLVM N, which
 * brings Go: processes that make none pay nothing, and a server may fork before.
 *
 * build.sh says by -DVERSIONS which versions there are, as X(number, name): the program's references say which one it wants.
 */
#define _GNU_SOURCE
#include "late.h"

#include <link.h>
#include <stdlib.h>

/* As llvm::MCJIT::createJIT; what C++ passes by value and has a destructor is passed by address. */
typedef void *(*create_fn)(void *module, void *error, void *memory, void *resolver, void *machine);

#define CTOR "_ZN4llvm15ExecutionEngine9MCJITCtorB5cxx11E"
#define BUILD "_ZN4llvm13EngineBuilder6createEPNS_13TargetMachineE"

/* llvm is what there is for one version of LLVM. */
struct llvm {
	int number;
	const char *version; /* of its symbols */
	create_fn thunk;     /* what MCJITCtor is made to point to */
	create_fn theirs;    /* and did before */
	create_fn ours;
	int missing;
	void *build, *mcjit, *jit, *any; /* LLVM's own functions */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* A path is that of the library number `skip` among those that may be LLVM's: one may have been opened for its user alone. */
struct path {
	int skip;
	char is[4096];
};

static int look(struct dl_phdr_info *in, size_t size, void *opaque)
{
	(void)size;
	struct path *p = opaque;
	if (!strstr(in->dlpi_name, "LLVM") || p->skip-- > 0)
		return 0;
	snprintf(p->is, sizeof p->is, "%s", in->dlpi_name);
	return 1;
}

/* find is a symbol of LLVM's library. */
static void *find(const struct llvm *l, const char *name)
{
	struct path p;
	for (int i = 0; p.skip = i, dl_iterate_phdr(look, &p); i++) {
		void *h = dlopen(p.is, RTLD_LAZY | RTLD_NOLOAD);
		void *found = h ? dlvsym(h, name, l->version) : NULL;
		if (h)
			dlclose(h);
		if (found)
			return found;
	}
	fprintf(stderr, "librtdyld-mcjit: LLVM's library does not define %s@%s\n", name, l->version);
	abort();
}

/* take has MCJITCtor point to our thunk, and finds LLVM's function that goes on. */
static void *take(struct llvm *l, void **known, const char *name)
{
	pthread_mutex_lock(&mutex);
	if (!*known)
		*known = find(l, name);
	if (!l->theirs) {
		create_fn *at = find(l, CTOR);
		if (*at) { /* LLVM has an MCJIT */
			l->theirs = *at;
			*at = l->thunk;
		}
	}
	pthread_mutex_unlock(&mutex);
	return *known;
}

/* create makes an engine. Where the library for the version of LLVM is missing that is said once, and LLVM's own is made. */
static void *create(struct llvm *l, void *module, void *error, void *memory, void *resolver, void *machine)
{
	pthread_mutex_lock(&mutex);
	if (!l->ours && !l->missing) {
		void *h = open_beside("librtdyld-mcjit", l->number, "rtdyldx_mcjit_start");
		if (h)
			l->ours = (create_fn)dlsym(h, "rtdyldx_mcjit_create");
		if (!l->ours) {
			fprintf(stderr, "librtdyld-mcjit: LLVM links by itself: %s\n", dlerror());
			l->missing = 1;
		}
	}
	pthread_mutex_unlock(&mutex);
	return (l->ours ? l->ours : l->theirs)(module, error, memory, resolver, machine);
}

#define X(n, name)                                                                                              \
	static void *create_##n(void *, void *, void *, void *, void *);                                        \
	static struct llvm llvm_##n = {n, #name, create_##n, NULL, NULL, 0, NULL, NULL, NULL, NULL};            \
	static void *create_##n(void *m, void *e, void *memory, void *resolver, void *machine)                  \
	{                                                                                                       \
		return create(&llvm_##n, m, e, memory, resolver, machine);                                      \
	}                                                                                                       \
	void *build_##n(void *builder, void *machine)                                                           \
	{                                                                                                       \
		return ((void *(*)(void *, void *))take(&llvm_##n, &llvm_##n.build, BUILD))(builder, machine);  \
	}                                                                                                       \
	int mcjit_##n(void *out, void *m, void *options, size_t size, void *error)                              \
	{                                                                                                       \
		return ((int (*)(void *, void *, void *, size_t, void *))take(                                  \
		    &llvm_##n, &llvm_##n.mcjit, "LLVMCreateMCJITCompilerForModule"))(out, m, options, size, error); \
	}                                                                                                       \
	int jit_##n(void *out, void *m, unsigned level, void *error)                                            \
	{                                                                                                       \
		return ((int (*)(void *, void *, unsigned, void *))take(                                        \
		    &llvm_##n, &llvm_##n.jit, "LLVMCreateJITCompilerForModule"))(out, m, level, error);         \
	}                                                                                                       \
	int any_##n(void *out, void *m, void *error)                                                            \
	{                                                                                                       \
		return ((int (*)(void *, void *, void *))take(                                                  \
		    &llvm_##n, &llvm_##n.any, "LLVMCreateExecutionEngineForModule"))(out, m, error);            \
	}                                                                                                       \
	__asm__(".symver build_" #n "," BUILD "@" #name);                                                       \
	__asm__(".symver mcjit_" #n ",LLVMCreateMCJITCompilerForModule@" #name);                                \
	__asm__(".symver jit_" #n ",LLVMCreateJITCompilerForModule@" #name);                                    \
	__asm__(".symver any_" #n ",LLVMCreateExecutionEngineForModule@" #name);

VERSIONS
