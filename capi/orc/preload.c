/*
 * librtdyld-orc.so for LD_PRELOAD: functions of LLVM's C API by which an unchanged program gets rtdyld's layer where it asks
 * for LLVM's. This file needs neither LLVM nor Go. At the first use it opens librtdyld-orc-N.so beside itself, for LLVM N,
 * which brings both: processes that do not use them pay nothing, and a server may fork before.
 *
 * build.sh says by -DVERSIONS which versions there are, as X(number, name), or Y for one of 16 or later: the program's references say which one it wants.
 */
#define _GNU_SOURCE
#include "late.h"

#include <stdlib.h>

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

/* load opens the library for one version of LLVM. Where it is missing that is said once, and LLVM's own layers are made. */
static int load(struct library *l, int version)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&mutex);
	if (!l->create && !l->missing) {
		void *h = open_beside("librtdyld-orc", version, "rtdyldx_orc_start");
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
