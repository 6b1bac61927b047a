//go:build cgo && (linux || windows)

// What bridge.c and the Go files of this package know of each other.
#ifndef RTDYLD_BRIDGE_H
#define RTDYLD_BRIDGE_H

#include "rtdyld.h"
#include <stdlib.h>

// Types that cgo cannot spell: it knows no const.
typedef const char rtdyldx_cchar;
typedef const void *rtdyldx_cvoidp;
typedef const rtdyld_options rtdyldx_coptions;
typedef const rtdyld_input rtdyldx_cinput;
typedef const rtdyld_resolver rtdyldx_cresolver;
typedef const rtdyld_input *const rtdyldx_cinputp;
typedef rtdyld_object *const rtdyldx_cobject;
typedef rtdyld_module *const rtdyldx_cmodule;
typedef const rtdyld_save_options rtdyldx_csave;
typedef const rtdyld_template_options rtdyldx_ctemplate;
typedef const rtdyld_instance rtdyldx_cinstance;
typedef const uint64_t rtdyldx_cword;
typedef const rtdyld_executor_options rtdyldx_cexecutor;
typedef const rtdyld_signature rtdyldx_csignature;
typedef const char *const rtdyldx_cstrings;

// An error is one piece of C memory: this, and its strings behind it.
struct rtdyld_error {
	rtdyld_status status;
	uint64_t offset;
	const char *message, *object, *section, *relocation, *symbol;
};

rtdyld_error *rtdyldx_error(rtdyld_status status, uint64_t offset, const char *const text[5]);

// rtdyldx_forked says that this process was forked off after the library had come into it: Go's threads are elsewhere,
// and no call of Go would return.
extern int rtdyldx_forked;

// rtdyldx_refuse is what functions do then.
rtdyld_status rtdyldx_refuse(rtdyld_error **error);

#ifdef __x86_64__
#define RTDYLDX_SYSV __attribute__((sysv_abi)) // stubs call so on all systems
#else
#define RTDYLDX_SYSV
#endif

// rtdyldx_lazy is what stubs call to have a function linked: it goes on to the callback that *context is, which is Go's, or ends a process
// that was forked off.
uint64_t RTDYLDX_SYSV rtdyldx_lazy(uint64_t context, uint64_t number);

// rtdyldx_copy copies a struct of the caller's to one of this library's, whose fields end at
// ends[0..n). It returns 0, or what is wrong.
enum { RTDYLDX_SIZE = 1, RTDYLDX_NEWER };
int rtdyldx_copy(void *to, size_t size, const void *from, const size_t *ends, size_t n);

// Copies of the structs that callers fill.
int rtdyldx_copy_options(rtdyld_options *to, const rtdyld_options *from);
int rtdyldx_copy_input(rtdyld_input *to, const rtdyld_input *from);
int rtdyldx_copy_resolver(rtdyld_resolver *to, const rtdyld_resolver *from);
int rtdyldx_copy_unwind(rtdyld_unwind *to, const rtdyld_unwind *from);
int rtdyldx_copy_cache(rtdyld_cache *to, const rtdyld_cache *from);
int rtdyldx_copy_compiler(rtdyld_compiler *to, const rtdyld_compiler *from);
int rtdyldx_copy_listener(rtdyld_listener *to, const rtdyld_listener *from);
int rtdyldx_copy_tls(rtdyld_tls *to, const rtdyld_tls *from);
int rtdyldx_copy_memory(rtdyld_memory_functions *to, const rtdyld_memory_functions *from);
int rtdyldx_copy_save(rtdyld_save_options *to, const rtdyld_save_options *from);
int rtdyldx_copy_template(rtdyld_template_options *to, const rtdyld_template_options *from);
int rtdyldx_copy_executor(rtdyld_executor_options *to, const rtdyld_executor_options *from);
int rtdyldx_copy_signature(rtdyld_signature *to, const rtdyld_signature *from);
void rtdyldx_fit_executor(rtdyld_executor_state *to, const rtdyld_executor_state *from);
void rtdyldx_fit_definition(rtdyld_definition *to, const rtdyld_definition *from);

uintptr_t rtdyldx_libc(void); // an address in the C library

// A thread remembers the callbacks that it is in, by linker.
enum { RTDYLDX_CALLBACK = 1, RTDYLDX_LOCKED = 2, RTDYLDX_CONSTRUCTOR = 4, RTDYLDX_ARCHIVE = 8 };
int rtdyldx_inside(uintptr_t owner);          // what of that the thread is in
extern int rtdyldx_frames_now;                // in how many callbacks threads are, all together; atomic
void rtdyldx_push(uintptr_t owner, int what); // before loaded code runs, and the like
void rtdyldx_pop(void);

// What a callback answers beside its result: C memory, to be freed.
struct rtdyldx_answer {
	char *text;
	void *data;
	size_t length;
};

// What a resolver is asked, and what it answers, in C memory.
struct rtdyldx_question {
	uintptr_t owner;
	void *opaque;
	int (*find)(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **error_text);
	const rtdyld_reference *refs; // count of each
	rtdyld_definition *out;
	int *found;
	size_t count;
	struct rtdyldx_answer answer;
};

// Calls of callbacks.
int rtdyldx_reserve(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_reserve *need,
                    struct rtdyldx_answer *a);
int rtdyldx_allocate(uintptr_t owner, const rtdyld_memory_functions *f,
                     const rtdyld_request *request, rtdyld_block *block, struct rtdyldx_answer *a);
int rtdyldx_finalize(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_block *blocks,
                     const rtdyld_kind *kinds, size_t n, struct rtdyldx_answer *a);
int rtdyldx_release(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_block *blocks,
                    size_t n, struct rtdyldx_answer *a);
int rtdyldx_notify(uintptr_t owner, const rtdyld_memory_functions *f,
                   rtdyld_object *const *objects, void *const *modules, size_t n, struct rtdyldx_answer *a);
void rtdyldx_destroy(const rtdyld_memory_functions *f);
intptr_t rtdyldx_find(struct rtdyldx_question *q); // the number of the name at which the resolver fails, or -1
int rtdyldx_frames(uintptr_t owner, const rtdyld_unwind *u, const rtdyld_block *frames, int on,
                   struct rtdyldx_answer *a);
int rtdyldx_loaded(uintptr_t owner, const rtdyld_listener *l, rtdyld_module *module, rtdyld_object *const *objects,
                   size_t n, struct rtdyldx_answer *a);
void rtdyldx_event(uintptr_t owner, const rtdyld_listener *l, int unloading, rtdyld_module *module,
                   rtdyld_object *const *objects, size_t n);
void rtdyldx_call_failed(uintptr_t owner, const rtdyld_listener *l, const char *function, const char *text);
void rtdyldx_hot(uintptr_t owner, const rtdyld_listener *l, rtdyld_module *module, const char *function);
int rtdyldx_tls_define(uintptr_t owner, const rtdyld_tls *t, const rtdyld_tls_request *request, rtdyld_tls_block *block,
                       struct rtdyldx_answer *a);
int rtdyldx_tls_initialize(uintptr_t owner, const rtdyld_tls *t, const rtdyld_tls_block *block, const void *data,
                           size_t length, struct rtdyldx_answer *a);
int rtdyldx_tls_release(uintptr_t owner, const rtdyld_tls *t, const rtdyld_tls_block *block, struct rtdyldx_answer *a);
int rtdyldx_get(uintptr_t owner, const rtdyld_cache *c, const unsigned char *key, struct rtdyldx_answer *a);
int rtdyldx_put(uintptr_t owner, const rtdyld_cache *c, const unsigned char *key, const char *name,
                const void *data, size_t length, struct rtdyldx_answer *a);
void rtdyldx_cache_failed(uintptr_t owner, const rtdyld_cache *c, const char *name, const char *text);
int rtdyldx_compile(uintptr_t owner, const rtdyld_compiler *c, const rtdyld_source *source,
                    struct rtdyldx_answer *a);

typedef int (*rtdyldx_make_fn)(void *opaque, const char *name, void **data, size_t *length, char **error_text);
int rtdyldx_make(uintptr_t owner, rtdyldx_make_fn make, uintptr_t opaque, const char *name, struct rtdyldx_answer *a);

// rtdyldx_protect gives pages the permissions of a kind; 0, or errno.
int rtdyldx_protect(void *memory, size_t size, rtdyld_kind kind);

// rtdyldx_library is the file that this library was loaded from, NULL if that is not known.
const char *rtdyldx_library(void);

// What Go made for a visit: an array, to be freed together with the strings behind it.
struct rtdyldx_list {
	void *items;
	size_t count;
};

// What Go made to be shown once: pieces of C memory, to be freed; the first is what is shown.
struct rtdyldx_shown {
	void **pieces;
	size_t count;
};

#endif
