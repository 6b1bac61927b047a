//go:build cgo && (linux || windows)

#include "bridge.h"
#include "copy.h"
#include "_cgo_export.h"

#include <errno.h>
#include <stdio.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

// ---------------------------------------------------------------- errors

// What there is when there is no memory for an error.
static rtdyld_error no_memory = {RTDYLD_ERROR_NO_MEMORY, 0, "no memory for an error", "", "", "", ""};

rtdyld_error *rtdyldx_error(rtdyld_status status, uint64_t offset, const char *const text[5])
{
	size_t room = sizeof(rtdyld_error);
	for (int i = 0; i < 5; i++)
		room += strlen(text[i]) + 1;
	rtdyld_error *e = malloc(room);
	if (!e)
		return &no_memory;
	e->status = status;
	e->offset = offset;
	const char **to[5] = {&e->message, &e->object, &e->section, &e->relocation, &e->symbol};
	char *at = (char *)(e + 1);
	for (int i = 0; i < 5; i++) {
		*to[i] = strcpy(at, text[i]);
		at += strlen(at) + 1;
	}
	return e;
}

rtdyld_status rtdyld_error_status(const rtdyld_error *e) { return e ? e->status : RTDYLD_OK; }
const char *rtdyld_error_message(const rtdyld_error *e) { return e ? e->message : ""; }
const char *rtdyld_error_object(const rtdyld_error *e) { return e ? e->object : ""; }
const char *rtdyld_error_section(const rtdyld_error *e) { return e ? e->section : ""; }
uint64_t rtdyld_error_offset(const rtdyld_error *e) { return e ? e->offset : 0; }
const char *rtdyld_error_relocation(const rtdyld_error *e) { return e ? e->relocation : ""; }
const char *rtdyld_error_symbol(const rtdyld_error *e) { return e ? e->symbol : ""; }

void rtdyld_error_free(rtdyld_error *e)
{
	if (e != &no_memory)
		free(e);
}

void *rtdyld_alloc(size_t size) { return malloc(size); }
void rtdyld_free(void *memory) { free(memory); }
uint32_t rtdyld_api_version(void) { return RTDYLD_API_VERSION; }

const char *rtdyld_status_name(rtdyld_status status)
{
	static const char *const names[] = {
		[RTDYLD_OK] = "success",
		[RTDYLD_ERROR_ARGUMENT] = "bad argument",
		[RTDYLD_ERROR_HANDLE] = "bad handle",
		[RTDYLD_ERROR_VERSION] = "newer version",
		[RTDYLD_ERROR_REENTRANT] = "called from a callback",
		[RTDYLD_ERROR_NO_MEMORY] = "no memory",
		[RTDYLD_ERROR_EXEC_DENIED] = "executable memory is denied",
		[RTDYLD_ERROR_CALLBACK] = "callback failed",
		[RTDYLD_ERROR_IO] = "input or output failed",
		[RTDYLD_ERROR_UNKNOWN_FORMAT] = "unknown format",
		[RTDYLD_ERROR_FORMAT] = "damaged input",
		[RTDYLD_ERROR_UNSUPPORTED] = "not supported",
		[RTDYLD_ERROR_TARGET] = "another target",
		[RTDYLD_ERROR_DUPLICATE] = "duplicate definition",
		[RTDYLD_ERROR_UNDEFINED] = "undefined name",
		[RTDYLD_ERROR_RANGE] = "out of range",
		[RTDYLD_ERROR_RELOCATION] = "bad relocation",
		[RTDYLD_ERROR_TLS] = "thread-local storage",
		[RTDYLD_ERROR_FINALIZED] = "object is finalized",
		[RTDYLD_ERROR_UNLOADED] = "object is unloaded",
		[RTDYLD_ERROR_IN_USE] = "in use",
		[RTDYLD_ERROR_BUSY] = "calls are inside",
		[RTDYLD_ERROR_NOT_FOUND] = "name is not defined",
		[RTDYLD_ERROR_COMPILER] = "compiler failed",
		[RTDYLD_ERROR_OTHER] = "other error",
		[RTDYLD_ERROR_INTERNAL] = "fault of the library",
		[RTDYLD_ERROR_CANCELLED] = "cancelled",
		[RTDYLD_ERROR_FORKED] = "process was forked off",
		[RTDYLD_ERROR_CRASHED] = "executor crashed",
		[RTDYLD_ERROR_ENDED] = "executor has ended",
	};
	if ((size_t)status < sizeof names / sizeof *names)
		return names[status];
	return "unknown status";
}

// ---------------------------------------------------------------- forks

int rtdyldx_forked;

#ifndef _WIN32 // which has no fork
static pid_t first; // the process that has Go's threads

static void forked(void) { rtdyldx_forked = 1; }

__attribute__((constructor)) static void watch_forks(void)
{
	first = getpid();
	if (pthread_atfork(NULL, NULL, forked))
		abort(); // no memory
}

rtdyld_status rtdyldx_refuse(rtdyld_error **error)
{
	if (error) {
		char text[128];
		snprintf(text, sizeof text, "the library was loaded in process %d, before a fork: its threads are not in process %d",
		         (int)first, (int)getpid());
		*error = rtdyldx_error(RTDYLD_ERROR_FORKED, 0, (const char *const[5]){text, "", "", "", ""});
	}
	return RTDYLD_ERROR_FORKED;
}

// What was called waits for its result, which is anything: there is nothing to return. Go's handler would wait for its threads.
static void end_forked(void)
{
	static const char text[] = "librtdyld: a function is called first in a process that was forked off after the library was loaded: it cannot be linked\n";
	ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
	(void)n;
	signal(SIGABRT, SIG_DFL);
	abort();
}

#else
static void end_forked(void) {}

rtdyld_status rtdyldx_refuse(rtdyld_error **error)
{
	(void)error;
	return RTDYLD_ERROR_FORKED;
}
#endif

uint64_t RTDYLDX_SYSV rtdyldx_lazy(uint64_t context, uint64_t number)
{
	if (rtdyldx_forked)
		end_forked();
	return (*(uint64_t(RTDYLDX_SYSV **)(uint64_t, uint64_t))(uintptr_t)context)(0, number);
}

// ---------------------------------------------------------------- structs

int rtdyldx_copy(void *to, size_t size, const void *from, const size_t *ends, size_t n)
{
	size_t given = *(const size_t *)from;
	memset(to, 0, size);
	if (given < sizeof(size_t))
		return RTDYLDX_SIZE;
	const unsigned char *b = from;
	for (size_t i = size; i < given; i++)
		if (b[i])
			return RTDYLDX_NEWER;
	// A field that the caller has in part is padding of its struct.
	size_t whole = 0;
	for (size_t i = 0; i < n && ends[i] <= given; i++)
		whole = ends[i];
	memcpy(to, from, whole);
	*(size_t *)to = size;
	return 0;
}

int rtdyldx_copy_options(rtdyld_options *to, const rtdyld_options *from)
{
#define E(field) END(rtdyld_options, field)
	COPY(to, from, E(size), E(version), E(flags), E(triple), E(code_model), E(permissions), E(workers), E(reserved),
	     E(image_base), E(memory), E(resolver), E(unwind), E(libraries), E(library_count), E(compiler), E(cache),
	     E(cache_directory), E(timeout), E(listeners), E(listener_count), E(failed), E(tools), E(hot_calls), E(record), E(tls));
#undef E
}

int rtdyldx_copy_input(rtdyld_input *to, const rtdyld_input *from)
{
#define E(field) END(rtdyld_input, field)
	COPY(to, from, E(size), E(name), E(path), E(data), E(length), E(flags), E(reserved), E(user),
	     E(external), E(external_count), E(functions), E(function_count), E(triple), E(places),
	     E(place_count), E(defines), E(define_count), E(make), E(make_opaque));
#undef E
}

int rtdyldx_copy_resolver(rtdyld_resolver *to, const rtdyld_resolver *from)
{
#define E(field) END(rtdyld_resolver, field)
	COPY(to, from, E(size), E(opaque), E(find), E(known), E(known_count));
#undef E
}

int rtdyldx_copy_unwind(rtdyld_unwind *to, const rtdyld_unwind *from)
{
#define E(field) END(rtdyld_unwind, field)
	COPY(to, from, E(size), E(opaque), E(register_frames), E(deregister_frames));
#undef E
}

int rtdyldx_copy_listener(rtdyld_listener *to, const rtdyld_listener *from)
{
#define E(field) END(rtdyld_listener, field)
	COPY(to, from, E(size), E(opaque), E(loaded), E(finalized), E(unloading), E(failed), E(hot));
#undef E
}

int rtdyldx_copy_tls(rtdyld_tls *to, const rtdyld_tls *from)
{
#define E(field) END(rtdyld_tls, field)
	COPY(to, from, E(size), E(opaque), E(define), E(initialize), E(release));
#undef E
}

int rtdyldx_copy_cache(rtdyld_cache *to, const rtdyld_cache *from)
{
#define E(field) END(rtdyld_cache, field)
	COPY(to, from, E(size), E(opaque), E(get), E(put), E(failed));
#undef E
}

int rtdyldx_copy_compiler(rtdyld_compiler *to, const rtdyld_compiler *from)
{
#define E(field) END(rtdyld_compiler, field)
	COPY(to, from, E(size), E(opaque), E(name), E(version), E(flags), E(compile));
#undef E
}

int rtdyldx_copy_memory(rtdyld_memory_functions *to, const rtdyld_memory_functions *from)
{
#define E(field) END(rtdyld_memory_functions, field)
	COPY(to, from, E(size), E(flags), E(reserved), E(opaque), E(reserve), E(allocate), E(finalize), E(release),
	     E(notify_loaded), E(destroy));
#undef E
}

// rtdyldx_fit_definition copies as much of a definition as the caller has room for.
void rtdyldx_fit_definition(rtdyld_definition *to, const rtdyld_definition *from)
{
	memcpy(to, from, to->size < sizeof *to ? to->size : sizeof *to);
}

uintptr_t rtdyldx_libc(void) { return (uintptr_t)malloc; }

// ---------------------------------------------------------------- where a thread is

struct frame {
	uintptr_t owner;
	int what;
	struct frame *below;
};

static __thread struct frame *top;
int rtdyldx_frames_now;

static void enter(struct frame *f)
{
	f->below = top;
	top = f;
	__atomic_add_fetch(&rtdyldx_frames_now, 1, __ATOMIC_RELAXED);
}

static void leave(void)
{
	top = top->below;
	__atomic_sub_fetch(&rtdyldx_frames_now, 1, __ATOMIC_RELAXED);
}

int rtdyldx_inside(uintptr_t owner)
{
	int what = 0;
	for (struct frame *f = top; f; f = f->below)
		if (f->owner == owner)
			what |= f->what;
	return what;
}

void rtdyldx_push(uintptr_t owner, int what)
{
	struct frame *f = malloc(sizeof *f);
	if (!f)
		abort();
	f->owner = owner, f->what = what;
	enter(f);
}

void rtdyldx_pop(void)
{
	struct frame *f = top;
	leave();
	free(f);
}

// ---------------------------------------------------------------- callbacks

// CALL makes a call in a frame for owner; its result goes to r.
#define CALL(owner, what, r, call)                       \
	do {                                                 \
		struct frame here = {(owner), (what), NULL};     \
		enter(&here);                                    \
		r = call;                                        \
		leave();                                         \
	} while (0)

enum { LOCKED = RTDYLDX_CALLBACK | RTDYLDX_LOCKED };

int rtdyldx_reserve(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_reserve *need, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, f->reserve(f->opaque, need, &a->text));
	return r;
}

int rtdyldx_allocate(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_request *request,
                     rtdyld_block *block, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, f->allocate(f->opaque, request, block, &a->text));
	return r;
}

int rtdyldx_finalize(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_block *blocks,
                     const rtdyld_kind *kinds, size_t n, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, f->finalize(f->opaque, blocks, kinds, n, &a->text));
	return r;
}

int rtdyldx_release(uintptr_t owner, const rtdyld_memory_functions *f, const rtdyld_block *blocks, size_t n, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, f->release(f->opaque, blocks, n, &a->text));
	return r;
}

int rtdyldx_notify(uintptr_t owner, const rtdyld_memory_functions *f, rtdyld_object *const *objects,
                   void *const *modules, size_t n, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, f->notify_loaded(f->opaque, objects, modules, n, &a->text));
	return r;
}

void rtdyldx_destroy(const rtdyld_memory_functions *f)
{
	if (f->destroy)
		f->destroy(f->opaque);
}

intptr_t rtdyldx_find(struct rtdyldx_question *q)
{
	for (size_t i = 0; i < q->count; i++) {
		CALL(q->owner, RTDYLDX_CALLBACK, q->found[i], q->find(q->opaque, &q->refs[i], &q->out[i], &q->answer.text));
		if (q->found[i] < 0)
			return (intptr_t)i;
		free(q->answer.text);
		q->answer.text = NULL;
	}
	return -1;
}

int rtdyldx_frames(uintptr_t owner, const rtdyld_unwind *u, const rtdyld_block *frames, int on, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, (on ? u->register_frames : u->deregister_frames)(u->opaque, frames, &a->text));
	return r;
}

int rtdyldx_loaded(uintptr_t owner, const rtdyld_listener *l, rtdyld_module *module, rtdyld_object *const *objects,
                   size_t n, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, l->loaded(l->opaque, module, objects, n, &a->text));
	return r;
}

void rtdyldx_event(uintptr_t owner, const rtdyld_listener *l, int unloading, rtdyld_module *module,
                   rtdyld_object *const *objects, size_t n)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, ((unloading ? l->unloading : l->finalized)(l->opaque, module, objects, n), 0));
	(void)r;
}

void rtdyldx_call_failed(uintptr_t owner, const rtdyld_listener *l, const char *function, const char *text)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, (l->failed(l->opaque, function, text), 0));
	(void)r;
}

void rtdyldx_hot(uintptr_t owner, const rtdyld_listener *l, rtdyld_module *module, const char *function)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, (l->hot(l->opaque, module, function), 0));
	(void)r;
}

int rtdyldx_tls_define(uintptr_t owner, const rtdyld_tls *t, const rtdyld_tls_request *request, rtdyld_tls_block *block,
                       struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, t->define(t->opaque, request, block, &a->text));
	return r;
}

int rtdyldx_tls_initialize(uintptr_t owner, const rtdyld_tls *t, const rtdyld_tls_block *block, const void *data,
                           size_t length, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, t->initialize(t->opaque, block, data, length, &a->text));
	return r;
}

int rtdyldx_tls_release(uintptr_t owner, const rtdyld_tls *t, const rtdyld_tls_block *block, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, LOCKED, r, t->release(t->opaque, block, &a->text));
	return r;
}

int rtdyldx_get(uintptr_t owner, const rtdyld_cache *c, const unsigned char *key, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, c->get(c->opaque, key, &a->data, &a->length, &a->text));
	return r;
}

int rtdyldx_put(uintptr_t owner, const rtdyld_cache *c, const unsigned char *key, const char *name, const void *data,
                size_t length, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, c->put(c->opaque, key, name, data, length, &a->text));
	return r;
}

void rtdyldx_cache_failed(uintptr_t owner, const rtdyld_cache *c, const char *name, const char *message)
{
	int r;
	if (c->failed)
		CALL(owner, RTDYLDX_CALLBACK, r, (c->failed(c->opaque, name, message), 0));
	(void)r;
}

int rtdyldx_compile(uintptr_t owner, const rtdyld_compiler *c, const rtdyld_source *source,
                    struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, c->compile(c->opaque, source, &a->data, &a->length, &a->text));
	return r;
}

int rtdyldx_make(uintptr_t owner, rtdyldx_make_fn make, uintptr_t opaque, const char *name, struct rtdyldx_answer *a)
{
	int r;
	CALL(owner, RTDYLDX_CALLBACK, r, make((void *)opaque, name, &a->data, &a->length, &a->text));
	return r;
}

#ifdef _WIN32
int rtdyldx_protect(void *memory, size_t size, rtdyld_kind kind)
{
	DWORD old, protect = kind == RTDYLD_KIND_CODE ? PAGE_EXECUTE_READ : kind == RTDYLD_KIND_READ_ONLY ? PAGE_READONLY : PAGE_READWRITE;
	if (!VirtualProtect(memory, size, protect, &old))
		return (int)GetLastError();
	if (kind == RTDYLD_KIND_CODE)
		FlushInstructionCache(GetCurrentProcess(), memory, size);
	return 0;
}
#else
int rtdyldx_protect(void *memory, size_t size, rtdyld_kind kind)
{
	int prot = PROT_READ | PROT_WRITE;
	if (kind == RTDYLD_KIND_CODE) {
		__builtin___clear_cache((char *)memory, (char *)memory + size);
		prot = PROT_READ | PROT_EXEC;
	} else if (kind == RTDYLD_KIND_READ_ONLY) {
		prot = PROT_READ;
	}
	return mprotect(memory, size, prot) ? errno : 0;
}
#endif

// ---------------------------------------------------------------- memory managers

rtdyld_status rtdyld_memory_create(const rtdyld_memory_functions *functions, rtdyld_memory **memory, rtdyld_error **error)
{
	rtdyld_memory_functions *copy = NULL;
	int wrong = 0;
	if (rtdyldx_forked) {
		if (memory)
			*memory = NULL;
		return rtdyldx_refuse(error);
	}
	if (functions) {
		if (!(copy = malloc(sizeof *copy)))
			abort();
		wrong = rtdyldx_copy_memory(copy, functions);
	}
	return rtdyldx_memory_create(copy, wrong, memory, error);
}

// A simple manager is one in full over four functions.
struct simple {
	void *opaque;
	rtdyld_allocate_code_fn allocate_code;
	rtdyld_allocate_data_fn allocate_data;
	rtdyld_finalize_fn finalize;
	rtdyld_destroy_fn destroy;
};

static int simple_allocate(void *opaque, const rtdyld_request *q, rtdyld_block *block, char **text)
{
	struct simple *s = opaque;
	(void)text;
	if (q->kind == RTDYLD_KIND_CODE)
		block->memory = s->allocate_code(s->opaque, q->bytes, q->alignment, q->section_id, q->section);
	else
		block->memory = s->allocate_data(s->opaque, q->bytes, q->alignment, q->section_id, q->section,
		                                 q->kind == RTDYLD_KIND_READ_ONLY);
	block->address = (uintptr_t)block->memory;
	block->size = q->bytes;
	return !block->memory;
}

static int simple_finalize(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
{
	struct simple *s = opaque;
	return s->finalize(s->opaque, blocks, kinds, count, text);
}

static int simple_release(void *opaque, const rtdyld_block *blocks, size_t count, char **text)
{
	(void)opaque, (void)blocks, (void)count, (void)text;
	return 0;
}

static void simple_destroy(void *opaque)
{
	struct simple *s = opaque;
	s->destroy(s->opaque);
	free(s);
}

rtdyld_status rtdyld_memory_create_simple(void *opaque, rtdyld_allocate_code_fn allocate_code,
                                          rtdyld_allocate_data_fn allocate_data, rtdyld_finalize_fn finalize,
                                          rtdyld_destroy_fn destroy, rtdyld_memory **memory, rtdyld_error **error)
{
	if (rtdyldx_forked)
		return rtdyld_memory_create(NULL, memory, error); // which refuses
	const char *missing = !allocate_code ? "allocate_code"
	                      : !allocate_data ? "allocate_data"
	                      : !finalize      ? "finalize"
	                      : !destroy       ? "destroy"
	                      : !memory        ? "memory"
	                                       : NULL;
	if (missing) {
		char message[64];
		snprintf(message, sizeof message, "rtdyld_memory_create_simple: %s is NULL", missing);
		if (memory)
			*memory = NULL;
		if (error)
			*error = rtdyldx_error(RTDYLD_ERROR_ARGUMENT, 0, (const char *const[5]){message, "", "", "", ""});
		return RTDYLD_ERROR_ARGUMENT;
	}
	struct simple *s = malloc(sizeof *s);
	if (!s)
		abort();
	*s = (struct simple){opaque, allocate_code, allocate_data, finalize, destroy};
	rtdyld_memory_functions f;
	RTDYLD_INIT(&f);
	f.flags = RTDYLD_MEMORY_BY_SECTION;
	f.opaque = s;
	f.allocate = simple_allocate;
	f.finalize = simple_finalize;
	f.release = simple_release;
	f.destroy = simple_destroy;
	rtdyld_status status = rtdyld_memory_create(&f, memory, error);
	if (status)
		free(s);
	return status;
}

// ---------------------------------------------------------------- visits

// VISIT gets a list of Go and shows it to visit, item by item.
#define VISIT(type, show, get)                                                    \
	do {                                                                          \
		if (rtdyldx_forked)                                                       \
			return rtdyldx_refuse(error);                                         \
		struct rtdyldx_list list = {NULL, 0};                                     \
		rtdyld_status status = get;                                               \
		if (status)                                                               \
			return status;                                                        \
		type *items = list.items;                                                 \
		for (size_t i = 0; i < list.count; i++)                                   \
			if (visit(opaque, show(items[i])))                                    \
				break;                                                            \
		free(items);                                                              \
		return RTDYLD_OK;                                                         \
	} while (0)

rtdyld_status rtdyld_linker_objects(rtdyld_linker *linker, rtdyld_visit_object_fn visit, void *opaque, rtdyld_error **error)
{
	VISIT(rtdyld_object *, , rtdyldx_linker_objects(linker, !visit, &list, error));
}

rtdyld_status rtdyld_object_sections(rtdyld_object *object, rtdyld_visit_section_fn visit, void *opaque,
                                     rtdyld_error **error)
{
	VISIT(rtdyld_section, &, rtdyldx_object_sections(object, !visit, &list, error));
}

rtdyld_status rtdyld_object_symbols(rtdyld_object *object, rtdyld_visit_symbol_fn visit, void *opaque,
                                    rtdyld_error **error)
{
	VISIT(rtdyld_symbol, &, rtdyldx_object_symbols(object, !visit, &list, error));
}

rtdyld_status rtdyld_engine_modules(rtdyld_engine *engine, rtdyld_visit_module_fn visit, void *opaque, rtdyld_error **error)
{
	VISIT(rtdyld_module *, , rtdyldx_engine_modules(engine, !visit, &list, error));
}

rtdyld_status rtdyld_module_objects(rtdyld_module *module, rtdyld_visit_object_fn visit, void *opaque, rtdyld_error **error)
{
	VISIT(rtdyld_object *, , rtdyldx_module_objects(module, !visit, &list, error));
}

rtdyld_status rtdyld_detached_blocks(rtdyld_detached *detached, rtdyld_visit_block_fn visit, void *opaque,
                                     rtdyld_error **error)
{
	VISIT(rtdyld_block, &, rtdyldx_detached_blocks(detached, !visit, &list, error));
}
