/*
 * rtdyld.h - the C interface of the runtime linker github.com/go-rtdyld/rtdyld.
 *
 * It takes relocatable objects (ELF, COFF, Mach-O) and archives of them, lays them out in
 * memory, binds their names, applies their relocations and gives addresses that can be
 * called. There are two ways to use it:
 *
 *   rtdyld_linker   objects step by step: add, map section addresses, resolve, finalize,
 *                   look up, unload
 *   rtdyld_engine   modules over time: add any number; what an address needs is loaded
 *                   when it is looked up
 *
 * The shortest program:
 *
 *   rtdyld_linker *linker;
 *   rtdyld_error *error = NULL;
 *   uint64_t address;
 *   if (rtdyld_linker_create(NULL, &linker, &error) ||
 *       rtdyld_linker_add_object_file(linker, "sum.o", NULL, &error) ||
 *       rtdyld_linker_finalize(linker, NULL, 0, &error) ||
 *       rtdyld_linker_address(linker, "sum", &address, &error)) {
 *           fprintf(stderr, "%s\n", rtdyld_error_message(error));
 *           return 1;
 *   }
 *   printf("%d\n", ((int (*)(int, int))(uintptr_t)address)(1, 2));
 *   rtdyld_linker_free(linker, NULL);
 *
 * STATUS AND ERRORS
 *
 *   Functions that can fail return a rtdyld_status, 0 (RTDYLD_OK) for success, and take
 *   `rtdyld_error **error` last. If that is not NULL, a failing call stores an error object
 *   there, to be freed by rtdyld_error_free; a call that succeeds does not touch it. What
 *   was to be returned through other pointers is then NULL or 0. A function
 *   that failed has changed nothing unless it says otherwise.
 *
 * HANDLES
 *
 *   rtdyld_linker *, rtdyld_engine *, rtdyld_memory *, rtdyld_object *, rtdyld_module *,
 *   rtdyld_template *, rtdyld_detached * and rtdyld_executor * are numbers in disguise: they point to no memory and must not be
 *   dereferenced. None is used twice in a process (on 32-bit systems: before 2^28 others).
 *   One that is NULL, freed or of another kind is refused with RTDYLD_ERROR_HANDLE, at any
 *   time; no function crashes because of it.
 *   Linkers, engines, memory managers, templates, detached code and executors are the caller's to free. Objects belong to their
 *   linker or engine and modules to their engine: nobody frees them, and their handles end
 *   when they are unloaded.
 *
 * STRUCTS
 *
 *   Each struct that the caller fills begins with `size`, its size as the caller was
 *   compiled; RTDYLD_INIT sets it and clears the rest, and 0 or NULL in any other field
 *   means its default. A struct that is larger than this library knows is accepted if all
 *   that it does not know is 0, and else refused with RTDYLD_ERROR_VERSION. One that is
 *   smaller, from a caller that was compiled with an older header, gets defaults for what it
 *   lacks. A size of 0 is refused with RTDYLD_ERROR_ARGUMENT. Flags that this library does
 *   not know are refused with RTDYLD_ERROR_VERSION.
 *   Structs are copied: they may be changed once the call has returned. What their pointers
 *   lead to is copied as well, but for functions and their `opaque`.
 *   Structs that the library passes to callbacks begin with their size in the same way, and
 *   are valid, with all that they point to, until the callback returns. rtdyld_block, which
 *   is passed in arrays, never changes.
 *
 * MEMORY
 *
 *   Strings end with a zero byte. Strings and bytes that a function is given are copied
 *   before it returns, except where RTDYLD_INPUT_BORROW says otherwise. What a function
 *   returns as memory is C memory and freed as it says. No pointer to memory of Go, in
 *   which the library is written, ever comes out.
 *   What the library cannot check is that pointers of the caller are good: a string
 *   without end, a length that is too large, a buffer that is too small or memory that was
 *   freed ends in a fault of the process or worse, as it does in C. `opaque` and `user` are
 *   never looked at and need not be addresses.
 *   When malloc or Go's allocator have no memory left for the library itself, the process
 *   ends with a message. Memory for objects that cannot be had is an error like others.
 *
 * THREADS
 *
 *   Threads may be the program's or Go's. The comment of each function says who may call
 *   it, by one of these:
 *
 *   Threads: any.           Any thread at any time, for the same handle too, from callbacks too.
 *   Threads: not locked.    Any thread at any time, for the same handle too, but not from a
 *                           callback that is called while the linker or engine is locked.
 *   Threads: not inside.    Any thread at any time, but not from any callback, and not from
 *                           a constructor or destructor, of this linker or engine.
 *   Threads: one.           One thread at a time for the same object.
 *
 *   A call that breaks the second or third rule is refused with RTDYLD_ERROR_REENTRANT.
 *   Locked are the callbacks of memory managers, except for notify_loaded and destroy, those
 *   of unwind registrars, and those that place thread-locals. Calls for one linker or engine wait for each other where
 *   they must, and each takes effect as a whole.
 *
 *   Callbacks are called on the thread of the function that needs them, or on threads of
 *   the library's own, with a stack of the usual size; those that are locked one at a time
 *   for a linker, all others for several loads at the same time. A callback must return: no
 *   longjmp, no C++ exception out of it, no end of the thread. It must not wait for what it
 *   is called for: an engine's callback that looks up a name of the very module that is
 *   being loaded waits for ever.
 *
 * THE GO RUNTIME
 *
 *   The library brings Go's runtime: some threads, and handlers for signals, which pass
 *   what Go does not expect on to those that the program installed before. Handlers that
 *   the program installs later must have SA_ONSTACK.
 *   In a child that is forked off after the library was loaded there are none of its threads:
 *   all functions that need them are refused with RTDYLD_ERROR_FORKED there, at once. Those
 *   for errors, statuses and memory (rtdyld_error_*, rtdyld_status_name, rtdyld_api_version,
 *   rtdyld_alloc, rtdyld_free) work, and so does code that was finalized before. A first call
 *   of a function that is linked when it is called ends the child there: a message on standard
 *   error, and SIGABRT. A server that forks has its
 *   children load the library, by dlopen, when they first use it.
 *   dlclose does not unload the library. A fault in loaded code ends the process with Go's
 *   report of it, unless the program had a handler. valgrind runs programs with
 *   it, and takes Go's stacks for errors: capi/testdata/go.supp leaves those out.
 *
 * This header is C89 with <stdint.h>, and C++. Names begin with rtdyld_ or RTDYLD_; the
 * shared library exports rtdyld_* alone, with the version RTDYLD_1.
 */
#ifndef RTDYLD_H
#define RTDYLD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows when something is added. */
#define RTDYLD_API_VERSION 9u

/* rtdyld_api_version is the RTDYLD_API_VERSION that the library was built with. Threads: any. */
uint32_t rtdyld_api_version(void);

/*
 * RTDYLD_INIT clears a struct and sets its size:
 *
 *   rtdyld_options options;
 *   RTDYLD_INIT(&options);
 */
#define RTDYLD_INIT(p) (memset((p), 0, sizeof *(p)), (void)((p)->size = sizeof *(p)))

typedef struct rtdyld_linker rtdyld_linker;
typedef struct rtdyld_engine rtdyld_engine;
typedef struct rtdyld_memory rtdyld_memory;
typedef struct rtdyld_object rtdyld_object;
typedef struct rtdyld_module rtdyld_module;
typedef struct rtdyld_template rtdyld_template;
typedef struct rtdyld_detached rtdyld_detached;
typedef struct rtdyld_executor rtdyld_executor;

/* ------------------------------------------------------------------ status and errors */

/* rtdyld_status is what went wrong. Later versions may add to it. */
typedef enum rtdyld_status {
	RTDYLD_OK = 0,
	RTDYLD_ERROR_ARGUMENT = 1,       /* an argument is NULL or makes no sense */
	RTDYLD_ERROR_HANDLE = 2,         /* a handle is NULL, closed, or of another kind */
	RTDYLD_ERROR_VERSION = 3,        /* a struct asks for what this library does not know */
	RTDYLD_ERROR_REENTRANT = 4,      /* called from a callback that may not */
	RTDYLD_ERROR_NO_MEMORY = 5,      /* no memory, address space or place within reach */
	RTDYLD_ERROR_EXEC_DENIED = 6,    /* the process may not make memory executable */
	RTDYLD_ERROR_CALLBACK = 7,       /* a callback failed, its text is in the message */
	RTDYLD_ERROR_IO = 8,             /* a file could not be read */
	RTDYLD_ERROR_UNKNOWN_FORMAT = 9, /* input is no object or archive */
	RTDYLD_ERROR_FORMAT = 10,        /* input is damaged */
	RTDYLD_ERROR_UNSUPPORTED = 11,   /* input is sound and cannot be linked, or not on this system */
	RTDYLD_ERROR_TARGET = 12,        /* for another target, or no triple */
	RTDYLD_ERROR_DUPLICATE = 13,     /* two definitions of one name */
	RTDYLD_ERROR_UNDEFINED = 14,     /* names that nobody defines */
	RTDYLD_ERROR_RANGE = 15,         /* a value does not fit its field: too far apart, as a rule */
	RTDYLD_ERROR_RELOCATION = 16,    /* a relocation that can never be applied */
	RTDYLD_ERROR_TLS = 17,           /* thread-locals that cannot be placed */
	RTDYLD_ERROR_FINALIZED = 18,     /* too late: the object is finalized */
	RTDYLD_ERROR_UNLOADED = 19,      /* the object or module is gone */
	RTDYLD_ERROR_IN_USE = 20,        /* others use what was to be unloaded */
	RTDYLD_ERROR_BUSY = 21,          /* calls are inside what was to be removed */
	RTDYLD_ERROR_NOT_FOUND = 22,     /* nobody has the name that was looked up */
	RTDYLD_ERROR_COMPILER = 23,      /* a source, and no compiler or one that failed */
	RTDYLD_ERROR_OTHER = 24,         /* anything else; the message tells */
	RTDYLD_ERROR_INTERNAL = 25,      /* a fault of the library */
	RTDYLD_ERROR_CANCELLED = 26,     /* ended by rtdyld_linker_cancel, rtdyld_engine_cancel or the timeout of the options */
	RTDYLD_ERROR_FORKED = 27,        /* in a child of the process that the library was loaded in; since version 5 */
	RTDYLD_ERROR_CRASHED = 28,       /* a signal ended the executor; since version 5 */
	RTDYLD_ERROR_ENDED = 29          /* the executor has ended: its code called exit, or it was ended; since version 5 */
} rtdyld_status;

/*
 * rtdyld_status_name is the name of a status in words, "undefined name". The string is
 * constant; NULL is never returned. Threads: any.
 */
const char *rtdyld_status_name(rtdyld_status status);

/*
 * An error has a status and a message and, where they are known, the place: object,
 * section, offset in it, relocation type as the psABI names it, symbol. Where several
 * things are wrong, several names are undefined for one, the place is that of the first
 * and the message has all.
 */
typedef struct rtdyld_error rtdyld_error;

/*
 * The parts of an error. Strings live as long as the error; they are "" where
 * nothing is known, never NULL. With NULL for the error they say RTDYLD_OK, "" and 0.
 * Threads: one.
 *
 * rtdyld_error_status is what the function has returned, rtdyld_error_message all of it in
 * words. rtdyld_error_object is the name of the object or module, rtdyld_error_section and
 * rtdyld_error_offset the place in it (in bytes; of a damaged file the offset in the file,
 * without a section), rtdyld_error_relocation the type of the relocation and
 * rtdyld_error_symbol the name that it refers to.
 */
rtdyld_status rtdyld_error_status(const rtdyld_error *error);
const char *rtdyld_error_message(const rtdyld_error *error);
const char *rtdyld_error_object(const rtdyld_error *error);
const char *rtdyld_error_section(const rtdyld_error *error);
uint64_t rtdyld_error_offset(const rtdyld_error *error);
const char *rtdyld_error_relocation(const rtdyld_error *error);
const char *rtdyld_error_symbol(const rtdyld_error *error);

/* rtdyld_error_free frees an error; NULL is allowed. Threads: one. */
void rtdyld_error_free(rtdyld_error *error);

/*
 * rtdyld_alloc gives memory that the library may free, for what callbacks return: it is
 * malloc wherever a program has one C library, as on Linux, so that malloc and strdup do
 * as well there. NULL if there is none. Threads: any.
 */
void *rtdyld_alloc(size_t size);

/* rtdyld_free frees what rtdyld_alloc or the library gave; NULL is allowed. Threads: any. */
void rtdyld_free(void *memory);

/* ------------------------------------------------------------------ what is asked and shown */

/* rtdyld_kind is the permissions that memory ends with. */
typedef enum rtdyld_kind {
	RTDYLD_KIND_NONE = 0,      /* not loaded; for debuggers alone */
	RTDYLD_KIND_CODE = 1,      /* read and execute */
	RTDYLD_KIND_READ_ONLY = 2, /* read */
	RTDYLD_KIND_WRITABLE = 3   /* read and write */
} rtdyld_kind;

/* rtdyld_symbol_kind is what a symbol names. */
typedef enum rtdyld_symbol_kind {
	RTDYLD_SYMBOL_UNSPECIFIED = 0,
	RTDYLD_SYMBOL_FUNCTION = 1,
	RTDYLD_SYMBOL_DATA = 2,
	RTDYLD_SYMBOL_TLS = 3,     /* a thread-local */
	RTDYLD_SYMBOL_ABSOLUTE = 4 /* a value that is no address */
} rtdyld_symbol_kind;

/* rtdyld_state is how far an object or module has come. */
typedef enum rtdyld_state {
	RTDYLD_STATE_ADDED = 0,     /* modules: known by name, nothing done */
	RTDYLD_STATE_LOADED = 1,    /* in memory; addresses may still be mapped */
	RTDYLD_STATE_FINALIZED = 2, /* relocated and protected */
	RTDYLD_STATE_FAILED = 3,    /* modules: could not be compiled or loaded */
	RTDYLD_STATE_UNLOADED = 4   /* gone */
} rtdyld_state;

/*
 * rtdyld_code_model says how far apart code and data may lie, as compilers use the word.
 * Memory managers are told; it changes nothing in a link.
 */
typedef enum rtdyld_code_model {
	RTDYLD_CODE_MODEL_DEFAULT = 0,
	RTDYLD_CODE_MODEL_TINY = 1,
	RTDYLD_CODE_MODEL_SMALL = 2,
	RTDYLD_CODE_MODEL_KERNEL = 3,
	RTDYLD_CODE_MODEL_MEDIUM = 4,
	RTDYLD_CODE_MODEL_LARGE = 5
} rtdyld_code_model;

/*
 * rtdyld_block is a piece of memory with its two addresses. For code that runs in this
 * process they are the same. This struct never changes.
 */
typedef struct rtdyld_block {
	void *memory;     /* where the linker writes */
	uint64_t address; /* where the code that is linked sees the first byte */
	uint64_t size;    /* bytes, at least what was asked for */
	void *user;       /* the memory manager's own, shown to it again */
} rtdyld_block;

/* ------------------------------------------------------------------ memory managers */

/*
 * A memory manager gives the memory that objects live in. Without one the library uses its
 * own: slabs within reach of the C library, whose pages are never writable and executable.
 *
 * Blocks of one load should lie within 2 GiB of each other, less for processors whose
 * branches reach less far; where they do not, and no stub helps, linking fails with
 * RTDYLD_ERROR_RANGE. Memory is cleared by the library.
 *
 * Callbacks that return int return 0 for success. On failure they may store a text at
 * `*error_text`, from malloc or rtdyld_alloc: the library frees it and puts it in the
 * message of the error (RTDYLD_ERROR_CALLBACK). error_text is never NULL, and *error_text
 * is NULL before. They are called while the linker is locked, see THREADS.
 *
 * The memory is the manager's: it alone decides whether and when it is given back. Code
 * whose memory it keeps goes on running when linker, engine and manager are freed, as
 * long as it does not need thread-locals, unwinding through itself or destructors;
 * what rtdyld_linker_detach and rtdyld_engine_detach have taken out keeps the first two.
 */

/*
 * rtdyld_allocate_code_fn returns memory for a section of code, writable now, at least
 * `size` bytes (never 0) at a multiple of `alignment` (a power of two), or NULL. section_id
 * counts in the object's file; the linker's own sections, stubs for one, have higher
 * numbers and a section_name in angle brackets.
 */
typedef unsigned char *(*rtdyld_allocate_code_fn)(void *opaque, size_t size, size_t alignment, uint32_t section_id,
                                                  const char *section_name);

/* rtdyld_allocate_data_fn is the same for data; read_only says what finalize is to make of it. */
typedef unsigned char *(*rtdyld_allocate_data_fn)(void *opaque, size_t size, size_t alignment, uint32_t section_id,
                                                  const char *section_name, int read_only);

/*
 * rtdyld_finalize_fn gives `count` blocks, all those of one load in the order in which
 * they were allocated, their permissions and makes code in them visible to instruction
 * fetch. kinds[i] is what blocks[i] is to become. Blocks of other loads may still be written
 * by the linker: their permissions must not change, so blocks share no pages with those of
 * other loads. Nothing may become writable and executable. With RTDYLD_PERMISSIONS_LIBRARY
 * all of that is done already when it is called. If it fails the blocks must be writable as
 * before: it may be called again, after the linker has written to them.
 */
typedef int (*rtdyld_finalize_fn)(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count,
                                  char **error_text);

/*
 * rtdyld_destroy_fn is called once, when the manager is freed and no linker uses it any
 * more: the time to give its memory back, or to keep it. It may call any function.
 */
typedef void (*rtdyld_destroy_fn)(void *opaque);

/*
 * rtdyld_memory_create_simple makes a memory manager of four functions. All are needed: one
 * that is NULL is refused with RTDYLD_ERROR_ARGUMENT and its name. Memory is asked for a
 * section at a time. It is not given back when an object is unloaded, but by destroy. A
 * manager may serve several linkers and engines.
 *
 * The caller frees *memory by rtdyld_memory_free. When that is done, and the last linker
 * with the manager is freed, destroy is called, before the later of the two calls returns.
 * After an error destroy is not called. Threads: any.
 */
rtdyld_status rtdyld_memory_create_simple(void *opaque, rtdyld_allocate_code_fn allocate_code,
                                          rtdyld_allocate_data_fn allocate_data, rtdyld_finalize_fn finalize,
                                          rtdyld_destroy_fn destroy, rtdyld_memory **memory, rtdyld_error **error);

/* rtdyld_request asks for one block. */
typedef struct rtdyld_request {
	size_t size;              /* of this struct */
	uint64_t bytes;           /* never 0 */
	uint64_t alignment;       /* of the address, a power of two */
	uint64_t near_address;    /* the block should be within reach of it; 0: anywhere */
	const char *object;       /* name of the object that it is for */
	const char *section;      /* name of the section; "" if it is for several */
	void *module;             /* `user` of the input that it is for; NULL for what several objects share */
	uint32_t section_id;      /* in the object, if section is not "" */
	rtdyld_kind kind;         /* RTDYLD_KIND_CODE, _READ_ONLY or _WRITABLE */
	rtdyld_code_model code_model; /* that of the options */
	int low32;                /* the address must be below 2 GiB */
	int tls;                  /* it holds initial contents of thread-locals */
	/*
	 * Where the whole block has to lie, both included: with RTDYLD_STUBS_BY_ADDRESS, for stubs near code. Both 0: anywhere.
	 * A block elsewhere says that there is no memory there; it is released.
	 */
	uint64_t within_first, within_last;
} rtdyld_request;

/*
 * rtdyld_reserve says exactly what a load needs in all, before its blocks are asked for:
 * bytes, with the padding between blocks in the order in which they are asked for.
 */
typedef struct rtdyld_reserve {
	size_t size; /* of this struct */
	uint64_t code_bytes, code_alignment;
	uint64_t read_only_bytes, read_only_alignment;
	uint64_t writable_bytes, writable_alignment;
} rtdyld_reserve;

/* Flags of rtdyld_memory_functions. */
#define RTDYLD_MEMORY_BY_SECTION 1u /* a block for each section, not one for all of an object's of a kind */

/*
 * rtdyld_memory_functions is a memory manager in full. allocate, finalize and release are
 * needed, all others may be NULL.
 */
typedef struct rtdyld_memory_functions {
	size_t size;
	uint32_t flags; /* RTDYLD_MEMORY_*, other bits 0 */
	uint32_t reserved; /* 0 */
	void *opaque;
	/* reserve is told what a load needs before allocate is called for it. */
	int (*reserve)(void *opaque, const rtdyld_reserve *need, char **error_text);
	/*
	 * allocate fills a block, which is zero before: memory that is writable now. A block that
	 * does not fulfil the request is released and refused.
	 */
	int (*allocate)(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **error_text);
	/* finalize: see rtdyld_finalize_fn. */
	rtdyld_finalize_fn finalize;
	/*
	 * release is told that the linker has no more use for blocks of one load: its objects are
	 * unloaded, its linker is freed, or it failed, perhaps with some of its blocks. Each block
	 * that was allocated comes once. A failure is reported by the call that caused it; the
	 * blocks do not come again.
	 */
	int (*release)(void *opaque, const rtdyld_block *blocks, size_t count, char **error_text);
	/*
	 * notify_loaded is told of the objects of a load when they are in memory and nothing is
	 * relocated: the time for rtdyld_object_map_section. modules[i] is the `user` of the
	 * input that objects[i] came from. A failure fails the load, and takes it back. The
	 * linker is not locked, and other threads may see the objects. It must not have members
	 * of archives loaded while members are being loaded (RTDYLD_ERROR_REENTRANT).
	 */
	int (*notify_loaded)(void *opaque, rtdyld_object *const *objects, void *const *modules, size_t count,
	                     char **error_text);
	/* destroy: see rtdyld_destroy_fn. */
	rtdyld_destroy_fn destroy;
} rtdyld_memory_functions;

/*
 * rtdyld_memory_create makes a memory manager; see rtdyld_memory_create_simple for its life.
 * RTDYLD_ERROR_ARGUMENT names a function that is needed and NULL. Threads: any.
 */
rtdyld_status rtdyld_memory_create(const rtdyld_memory_functions *functions, rtdyld_memory **memory,
                                   rtdyld_error **error);

/*
 * rtdyld_memory_free ends the caller's use of a manager, which may be as soon as linkers
 * have been created with it. It may call destroy. Threads: any.
 */
rtdyld_status rtdyld_memory_free(rtdyld_memory *memory, rtdyld_error **error);

/* ------------------------------------------------------------------ other callbacks */

/* rtdyld_reference is an undefined name that a resolver is asked for. */
typedef struct rtdyld_reference {
	size_t size;      /* of this struct */
	const char *name; /* as the object's symbol table has it */
	int weak;         /* it may stay without a definition */
	int tls;          /* it is referred to as a thread-local */
} rtdyld_reference;

/* rtdyld_definition is where a name is. */
typedef struct rtdyld_definition {
	size_t size;      /* of this struct */
	uint64_t address; /* for thread-locals the offset from the thread pointer; UINT64_MAX:
	                   * relocations of the name are left alone, as RuntimeDyld leaves them */
	uint64_t bytes;   /* 0 if not known */
	uint64_t module;  /* for thread-locals: the module's number, 0 if not known: the library's own, once it has one */
	rtdyld_symbol_kind kind; /* relocations of COFF do not tell calls: a function that lies too far for them must be said to be one */
} rtdyld_definition;

/* rtdyld_known is a name that the program has looked up already. Since version 9. */
typedef struct rtdyld_known {
	const char *name;
	uint64_t address; /* as that of rtdyld_definition */
	rtdyld_symbol_kind kind; /* what is referred to as a thread-local is one, whatever this says */
	uint32_t reserved; /* 0 */
} rtdyld_known;

/*
 * rtdyld_resolver finds names that no loaded object and no archive defines. find, which is
 * needed, fills the definition, which is zero but for its size, and returns 1; 0 if it has
 * no such name, -1 if it failed. It may be asked for a name more than once. What it does not
 * have is looked for in the process, unless RTDYLD_NO_PROCESS_NAMES is set. The linker is
 * not locked.
 */
typedef struct rtdyld_resolver {
	size_t size;
	void *opaque;
	int (*find)(void *opaque, const rtdyld_reference *reference, rtdyld_definition *definition, char **error_text);
	/*
	 * Names, known_count of them, that find is not asked for. They are the caller's, and must neither change nor go while
	 * find may be called. In the order of an object's symbol table they are found fastest. Since version 9.
	 */
	const rtdyld_known *known;
	size_t known_count;
} rtdyld_resolver;

/*
 * rtdyld_unwind is told where call frame information is, an .eh_frame section that ends
 * with a zero word, when its memory has been finalized, and when it goes. Both functions
 * are needed. They return 0 for success. Without them the unwinders of this process are
 * told. They are called while the linker is locked, see THREADS.
 */
typedef struct rtdyld_unwind {
	size_t size;
	void *opaque;
	int (*register_frames)(void *opaque, const rtdyld_block *frames, char **error_text);
	int (*deregister_frames)(void *opaque, const rtdyld_block *frames, char **error_text);
} rtdyld_unwind;

/* rtdyld_tls_request describes the thread-locals of one object. Since version 5. */
typedef struct rtdyld_tls_request {
	size_t size;        /* of this struct */
	const char *object; /* its name */
	uint64_t bytes;     /* of the block in each thread, never 0 */
	uint64_t alignment; /* a power of two */
} rtdyld_tls_request;

/* rtdyld_tls_block is where the thread-locals of one object are. Since version 5. */
typedef struct rtdyld_tls_block {
	size_t size;            /* of this struct */
	uint64_t module;        /* what the first word holds that __tls_get_addr is given */
	uint64_t module_offset; /* of the block's start, bytes, as the second word counts */
	int64_t thread_offset;  /* of the block's start from the thread pointer, bytes, the same in each thread; below 0 on x86-64 */
	void *user;             /* the provider's own, shown to it again */
} rtdyld_tls_block;

/*
 * rtdyld_tls places thread-locals. All functions are needed. They return 0 for success, and may leave a text as those of memory
 * managers do. They are called while the linker is locked, see THREADS. Since version 5.
 */
typedef struct rtdyld_tls {
	size_t size;
	void *opaque;
	/* define makes room in all threads that will run the object's code, and fills the block, which is zero but for its size. */
	int (*define)(void *opaque, const rtdyld_tls_request *request, rtdyld_tls_block *block, char **error_text);
	/*
	 * initialize is given the initial contents once they are relocated: the first `length` bytes of the block; what is behind them
	 * is zero. It may be called again after a failure.
	 */
	int (*initialize)(void *opaque, const rtdyld_tls_block *block, const void *data, size_t length, char **error_text);
	/* release gives the block up. It does not come again, whatever it returns. */
	int (*release)(void *opaque, const rtdyld_tls_block *block, char **error_text);
} rtdyld_tls;

/*
 * rtdyld_listener is told of objects: `count` of them, that come or go together, with the module that they are of, which
 * is NULL for those of a linker. All functions may be NULL. They may be called by several threads at once; the linker is not
 * locked, so that they may call all functions, but must not have modules linked that wait for what they are told
 * of. Handles are valid until they return. Since version 5.
 */
typedef struct rtdyld_listener {
	size_t size;
	void *opaque;
	/*
	 * loaded is told of objects in memory of which nothing is relocated: the time for rtdyld_object_map_section. It returns 0
	 * for success; a failure fails the load, and takes it back. Those with notify_loaded of a memory manager come after it.
	 */
	int (*loaded)(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count, char **error_text);
	/* finalized is told of objects whose code may run, before their constructors do. */
	void (*finalized)(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count);
	/*
	 * unloading is told of objects that were finalized, after their destructors ran, before their memory goes. Of a module that was
	 * replaced and of detached code handles have ended, and are the same numbers still; detached code is of no module.
	 */
	void (*unloading)(void *opaque, rtdyld_module *module, rtdyld_object *const *objects, size_t count);
	/* failed is told of a function behind a stub that was called and could not be linked, and why. */
	void (*failed)(void *opaque, const char *function, const char *text);
	/*
	 * hot is told of a function behind a stub that has been called `hot_calls` of the options times, once, on the thread of that call and
	 * before it goes on: rtdyld_engine_replace from inside has the call go to the new module.
	 */
	void (*hot)(void *opaque, rtdyld_module *module, const char *function);
} rtdyld_listener;

/* Bytes of a key of a cache, a SHA-256 of all that an object depends on. */
#define RTDYLD_KEY_SIZE 32

/*
 * rtdyld_cache keeps objects that an engine's compiler made. Its functions may be called by
 * several threads at once; the engine is not locked. An error costs no more than compiling.
 */
typedef struct rtdyld_cache {
	size_t size;
	void *opaque;
	/*
	 * get returns 1 and, by *data and *length, the object of a key: memory from malloc
	 * or rtdyld_alloc, which the library frees. 0 if there is none, -1 if it failed. Needed.
	 */
	int (*get)(void *opaque, const unsigned char key[RTDYLD_KEY_SIZE], void **data, size_t *length, char **error_text);
	/* put offers an object that was compiled. 0 for success. Needed. */
	int (*put)(void *opaque, const unsigned char key[RTDYLD_KEY_SIZE], const char *name, const void *data, size_t length,
	           char **error_text);
	/* failed is told of an error of get or put for a module, or of an object that is no good. May be NULL. */
	void (*failed)(void *opaque, const char *name, const char *text);
} rtdyld_cache;

/* rtdyld_source is what a compiler makes an object of. */
typedef struct rtdyld_source {
	size_t size;        /* of this struct */
	const char *name;   /* of the module */
	const char *triple; /* "" if neither module nor engine has one */
	const char *text;   /* a zero byte follows it */
	size_t length;      /* bytes */
} rtdyld_source;

/*
 * rtdyld_compiler makes objects of an engine's sources. name, version and flags are
 * part of the cache's keys: they must tell all that an object depends on beside its source.
 */
typedef struct rtdyld_compiler {
	size_t size;
	void *opaque;
	const char *name;    /* needed */
	const char *version; /* NULL: "" */
	const char *flags;   /* NULL: "" */
	/*
	 * compile returns 0 and, by *data and *length, an object: memory from malloc or
	 * rtdyld_alloc, which the library frees. On failure its text is that of a
	 * RTDYLD_ERROR_COMPILER. It may be called by several threads at once; the engine is not
	 * locked, but what it asks for must not need what it compiles. Needed.
	 */
	int (*compile)(void *opaque, const rtdyld_source *source, void **data, size_t *length, char **error_text);
} rtdyld_compiler;

/* ------------------------------------------------------------------ options */

/*
 * rtdyld_permissions says who makes memory executable or read-only. In no case does the
 * library make a page writable and executable.
 */
typedef enum rtdyld_permissions {
	/* The manager's finalize, if the options have a manager; else the library. */
	RTDYLD_PERMISSIONS_DEFAULT = 0,
	/*
	 * The library, also for memory of a manager: it asks for whole pages, whose addresses
	 * must be the same for linker and code, changes their permissions and then calls
	 * finalize. Released pages have the permissions that they were given.
	 */
	RTDYLD_PERMISSIONS_LIBRARY = 1,
	/* The manager's finalize; refused without a manager. */
	RTDYLD_PERMISSIONS_CALLER = 2
} rtdyld_permissions;

/* Flags of rtdyld_options. */
#define RTDYLD_NO_PROCESS_NAMES 1u /* names of this process and of libraries are not found */
#define RTDYLD_FOREIGN 2u          /* code is not to run in this process: see below */
#define RTDYLD_ALL_SECTIONS 4u     /* load sections that do not occupy memory at run time, too */
#define RTDYLD_NO_RELAX 8u         /* keep all instructions as the compiler wrote them */
#define RTDYLD_NO_STUBS 16u        /* no stubs because of distance: all is within reach */
/*
 * Stubs are made when relocations are applied, for branches that do not get to their targets where sections lie at
 * last, in memory asked for then, near them (within_first, within_last of rtdyld_request). A branch that finds
 * none is RTDYLD_ERROR_RANGE. Not with RTDYLD_NO_STUBS.
 */
#define RTDYLD_STUBS_BY_ADDRESS 32u
/*
 * Calls can be cancelled: by rtdyld_linker_cancel or rtdyld_engine_cancel, and by a timeout. An engine runs constructors,
 * destructors and its callbacks on threads of the library's own then, so that its calls return without them.
 */
#define RTDYLD_CANCELLABLE 64u
/* Neither constructors nor destructors of objects are run: they are the caller's to call. Since version 4. */
#define RTDYLD_NO_CONSTRUCTORS 128u
/* Errors of undefined names tell what is known of them, see EXPLANATIONS. Since version 5. */
#define RTDYLD_EXPLAIN 256u
/* Of a linker: its objects are for rtdyld_linker_save, their sections stay where they are. Since version 5. */
#define RTDYLD_IMAGE 512u
/*
 * Constants lie among the code of their objects, in pages that may be read and executed, as in programs that are linked without a
 * segment for them: a small object takes a page and a system call less, and a jump that loaded code should not make may lead to
 * them. In the library's own memory of this process, and not with RTDYLD_IMAGE; on Windows they lie apart as ever. Since version 8.
 */
#define RTDYLD_CONSTANTS_WITH_CODE 1024u

/* Debuggers and profilers that are told of code: `tools` of rtdyld_options. Since version 5. */
#define RTDYLD_TOOL_GDB 1u       /* gdb and lldb, by GDB's JIT interface: the library must not be stripped */
#define RTDYLD_TOOL_PERF_MAP 2u  /* perf, by /tmp/perf-PID.map */
#define RTDYLD_TOOL_JITDUMP 4u   /* perf inject, by jit-PID.dump in $JITDUMPDIR, else in the folder for temporary files */
/*
 * VTune, by the collector of Intel's JIT Profiling API that $INTEL_JIT_PROFILER64 names, else $INTEL_LIBITTNOTIFY64 (32 in
 * processes of 32 bits). Where there is none, or it says that nothing is profiled, nothing is told, and that is no error.
 */
#define RTDYLD_TOOL_VTUNE 8u
#define RTDYLD_TOOLS_LATER 16u   /* none of its own: rtdyld_linker_tools and rtdyld_engine_tools may say so later */

/*
 * rtdyld_options are the options of a linker or an engine. NULL in its place is all defaults.
 *
 * RTDYLD_FOREIGN is for code that runs elsewhere, of any triple: no constructors run, this
 * process's unwinder, thread-locals and names are not used, and the library's own memory is
 * not made executable: it hands out target addresses by itself, from 0x10000000 on, which a
 * 32-bit target can hold. They are not where the bytes lie: rtdyld_section has both.
 */
typedef struct rtdyld_options {
	size_t size;
	uint32_t version; /* 0, or the RTDYLD_API_VERSION that the caller needs; refused if the library is older */
	uint32_t flags;   /* RTDYLD_NO_PROCESS_NAMES and those that follow it */
	/* Target, as "x86_64-unknown-linux-gnu". NULL: this system; with RTDYLD_FOREIGN that of the first object. */
	const char *triple;
	rtdyld_code_model code_model;
	rtdyld_permissions permissions;
	/* Threads that copy and relocate. 0: as many as pay. Negative ones are refused. */
	int32_t workers;
	uint32_t reserved; /* 0 */
	/* What image-relative fields of COFF objects count from. 0: the linker chooses. */
	uint64_t image_base;
	/* Memory manager; NULL: the library's own. */
	rtdyld_memory *memory;
	/* Resolver, unwind registrar; NULL: the process's. */
	const rtdyld_resolver *resolver;
	const rtdyld_unwind *unwind;
	/* Shared libraries to look names up in after the process, "libm.so.6"; library_count of them. They stay open. */
	const char *const *libraries;
	size_t library_count;
	/* Of an engine; a linker refuses them. NULL: sources are refused, nothing is cached. */
	const rtdyld_compiler *compiler;
	const rtdyld_cache *cache;
	/* A folder to keep objects in, which processes may share; made if needed. Not together with cache. NULL: none. */
	const char *cache_directory;
	/*
	 * Milliseconds that a call for the linker or engine may take, other than one that frees it, with RTDYLD_CANCELLABLE: then it
	 * is cancelled. 0: as long as it takes. Negative ones are refused. Since version 3.
	 */
	int64_t timeout;
	/* Listeners, listener_count of them, which are told in this order, of what goes in this order, too. Since version 5. */
	const rtdyld_listener *const *listeners;
	size_t listener_count;
	/*
	 * A function that is called in the place of those behind stubs that cannot be linked, with the same arguments. NULL: such a
	 * call returns 0 at once. For engines. Since version 5.
	 */
	void (*failed)(void);
	/*
	 * RTDYLD_TOOL_* that are told of what is finalized, before listeners, from the start on: rtdyld_linker_tools and
	 * rtdyld_engine_tools may change them. 0: none, which cannot be changed. Not with RTDYLD_FOREIGN. Since version 5.
	 */
	uint32_t tools;
	/*
	 * How many calls of each function behind a stub are counted, for `hot` of listeners: these take some hundred nanoseconds more, those that
	 * follow nothing. What rtdyld_engine_replace put in a module's place is not counted. 0: none. For engines. Since version 5.
	 */
	uint32_t hot_calls;
	/*
	 * A file to record the session in, which is replaced; NULL: none. It gets what the linker is given and told: the bytes of objects and linked images, where memory
	 * lies, what resolvers answer, each call and its error, a line as soon as one has ended. `rtdyld replay FILE` makes the same link
	 * again, without this program, on any machine, and shows the same errors or the same link map. The file has all that was linked: code and data
	 * of the program's. What it costs is the time of writing. What cannot be written is an error of rtdyld_linker_free or
	 * rtdyld_engine_free. Of an engine it has the links of all modules, with what compilers made, in an order in which they are the same again, whatever threads they
	 * were made by. RTDYLD_ERROR_IO if there cannot be such a file. Since version 5.
	 */
	const char *record;
	/* What places thread-locals. NULL: this process's; with RTDYLD_FOREIGN objects with some are RTDYLD_ERROR_TLS. Since version 5. */
	const rtdyld_tls *tls;
} rtdyld_options;

/* ------------------------------------------------------------------ input */

/* Flags of rtdyld_input. */
#define RTDYLD_INPUT_ARCHIVE 1u /* an archive, of which those members are loaded that are needed */
#define RTDYLD_INPUT_BORROW 2u  /* data is not copied, see below */
#define RTDYLD_INPUT_SOURCE 4u  /* a source for the compiler of an engine */
#define RTDYLD_INPUT_LAZY 8u    /* an object whose functions are linked when one is called, see `functions`. Since version 5 */
#define RTDYLD_INPUT_MADE 16u   /* an object that `make` makes when something needs it, see there. Since version 7 */

/* A definition whose address is wanted. Local symbols are none. Since version 6. */
typedef struct rtdyld_place {
	const char *name;
	uint64_t address; /* of a thread-local, its offset from the thread pointer; 0 if it was not found. Written by the library */
	uint64_t found;   /* 1, or 0: the object has no such definition. Written by the library */
} rtdyld_place;

/*
 * rtdyld_input is an object, archive or source, in memory or in a file, or an object that is still to be made.
 *
 * Data with RTDYLD_INPUT_BORROW must neither change nor go, an object's before it is
 * unloaded, an archive's before its linker is freed, a module's before it is removed. Borrowed
 * data that is added twice has the `user` of the last time. A linker maps files: they must
 * neither change nor be cut as long; an engine reads them.
 */
typedef struct rtdyld_input {
	size_t size;
	const char *name;  /* for messages; NULL: path. Data must have one */
	const char *path;  /* a file; NULL: data. One of them must be given */
	const void *data;
	size_t length;     /* of data, bytes */
	uint32_t flags;    /* RTDYLD_INPUT_* */
	uint32_t reserved; /* 0 */
	void *user;        /* the caller's own: shown to memory managers and by rtdyld_object_user */
	/*
	 * Names, external_count of them, that the object is to take from elsewhere although it has a weak or common definition:
	 * what refers to them is bound as if they were undefined. __dso_handle, which each object has of its own else, may be
	 * among them. A name that it does not have is passed over, one with a strong definition is RTDYLD_ERROR_ARGUMENT.
	 * For objects that a linker is given; refused for all else. Since version 4.
	 */
	const char *const *external;
	size_t external_count;
	/*
	 * Names, function_count of them, of functions that others reach through stubs, and the only names that others see of the
	 * module: an address of one is a stub's, which never changes. The module is compiled and linked when one is first
	 * called, on the thread that calls it, and rtdyld_engine_replace can put another in its place. RTDYLD_INPUT_LAZY names
	 * all functions of an object that are neither weak nor hidden; the object must define no variables for others then. A call of a
	 * function that cannot be linked is told to `failed` of listeners and goes to `failed` of the options. For modules of an
	 * engine whose code runs in this process, no archives. Since version 5.
	 */
	const char *const *functions;
	size_t function_count;
	/* Target of a module, as that of the options. NULL: what its objects say, for a source the engine's. Since version 5. */
	const char *triple;
	/*
	 * Definitions of the object, place_count of them, whose addresses are wanted: the functions that add the object to a linker
	 * write them there. In the order of its symbol table they are found fastest. For objects that a linker is given; refused for all
	 * else. Since version 6.
	 */
	rtdyld_place *places;
	size_t place_count;
	/*
	 * Names, define_count of them, that the object of a source, or of RTDYLD_INPUT_MADE, will define: it is made when one of them is looked up or
	 * linked with, and for no other name. Without them a source is compiled when a name is found nowhere else. Since version 7.
	 */
	const char *const *defines;
	size_t define_count;
	/*
	 * With RTDYLD_INPUT_MADE, and neither path nor data: what a module of an engine consists of is made when one of `functions` is first called, or
	 * one of `defines` is needed. make returns 0 and, by *data and *length, the object: memory from malloc or rtdyld_alloc, which the
	 * library frees. On failure its text is that of a RTDYLD_ERROR_COMPILER. Several threads may call it at once, for
	 * several modules; the engine is not locked, but what it asks for must not need what it makes. No cache keeps the object. Since version 7.
	 */
	int (*make)(void *opaque, const char *name, void **data, size_t *length, char **error_text);
	void *make_opaque;
} rtdyld_input;

/* ------------------------------------------------------------------ linker */

/*
 * rtdyld_linker_create makes a linker. options may be NULL. *linker is freed by
 * rtdyld_linker_free. Errors: RTDYLD_ERROR_ARGUMENT and RTDYLD_ERROR_VERSION for options,
 * RTDYLD_ERROR_HANDLE for their memory manager, RTDYLD_ERROR_TARGET and
 * RTDYLD_ERROR_UNSUPPORTED for their triple, RTDYLD_ERROR_IO for a library,
 * RTDYLD_ERROR_EXEC_DENIED. Threads: any.
 */
rtdyld_status rtdyld_linker_create(const rtdyld_options *options, rtdyld_linker **linker, rtdyld_error **error);

/*
 * rtdyld_linker_free unloads all objects, without running their destructors, and gives
 * their memory back to the memory manager. It lets calls of other threads for this linker
 * that are under way come to their end; new ones are refused. No callback is called for the
 * linker once it returns. The caller sees to it that no thread runs code whose memory goes.
 * The linker is freed even if an error is returned that is neither RTDYLD_ERROR_HANDLE nor
 * RTDYLD_ERROR_REENTRANT: it tells what callbacks said. Threads: not inside.
 */
rtdyld_status rtdyld_linker_free(rtdyld_linker *linker, rtdyld_error **error);

/*
 * rtdyld_linker_cancel ends the calls for the linker that are under way in any thread, those from its callbacks too: soon, in
 * less than 50 milliseconds as a rule, they return RTDYLD_ERROR_CANCELLED, and what they were to add or change is not
 * there; or they were done already. A callback or constructor that has been called is waited for. Calls that begin
 * later are not concerned. rtdyld_linker_unload is not ended once it has begun to unload. RTDYLD_ERROR_ARGUMENT if
 * the linker was made without RTDYLD_CANCELLABLE. Since version 3. Threads: any.
 */
rtdyld_status rtdyld_linker_cancel(rtdyld_linker *linker, rtdyld_error **error);

/*
 * rtdyld_linker_add_object_memory and rtdyld_linker_add_object_file load an object: it gets
 * memory, and its names can be looked up. Nothing is relocated yet. *object is the linker's;
 * object may be NULL. Errors: those of the input (RTDYLD_ERROR_IO, _UNKNOWN_FORMAT, _FORMAT,
 * _UNSUPPORTED, _TARGET, _RELOCATION, _TLS), RTDYLD_ERROR_DUPLICATE, RTDYLD_ERROR_NO_MEMORY,
 * RTDYLD_ERROR_CALLBACK. Threads: not locked.
 */
rtdyld_status rtdyld_linker_add_object_memory(rtdyld_linker *linker, const char *name, const void *data, size_t length,
                                              rtdyld_object **object, rtdyld_error **error);
rtdyld_status rtdyld_linker_add_object_file(rtdyld_linker *linker, const char *path, rtdyld_object **object,
                                            rtdyld_error **error);

/*
 * rtdyld_linker_add_archive_memory and rtdyld_linker_add_archive_file give the linker an
 * archive. When names are open in resolve or finalize, members that define them, and what
 * these need in their turn, are loaded, before the resolver is asked. A weak reference takes
 * nothing. Archives are searched in the order in which they were added. Errors are those of
 * the input; those of members come when they are needed. Threads: not locked.
 */
rtdyld_status rtdyld_linker_add_archive_memory(rtdyld_linker *linker, const char *name, const void *data, size_t length,
                                               rtdyld_error **error);
rtdyld_status rtdyld_linker_add_archive_file(rtdyld_linker *linker, const char *path, rtdyld_error **error);

/*
 * rtdyld_linker_add takes any inputs. Its objects, with the members that they need of
 * archives among the inputs, are loaded together, as one unit of linking: laid out next to
 * each other, and hidden names of one are seen by the others. objects, if not NULL, has room
 * for count handles, and gets NULL for archives. All are added or none. Errors are those
 * above. Threads: not locked.
 */
rtdyld_status rtdyld_linker_add(rtdyld_linker *linker, const rtdyld_input *const *inputs, size_t count,
                                rtdyld_object **objects, rtdyld_error **error);

/*
 * rtdyld_linker_add_alone is rtdyld_linker_add of objects, no archives, that are bound by themselves: nothing else sees their
 * names, which are duplicates of none and which rtdyld_linker_address and rtdyld_linker_lookup do not find
 * (rtdyld_object_symbols does). What they leave undefined is asked of resolver first, which may be NULL, then looked for as
 * ever. find, of the resolver, is not called any more once the objects are finalized or unloaded, or the linker is freed.
 * Since version 4. Threads: not locked.
 */
rtdyld_status rtdyld_linker_add_alone(rtdyld_linker *linker, const rtdyld_resolver *resolver,
                                      const rtdyld_input *const *inputs, size_t count, rtdyld_object **objects,
                                      rtdyld_error **error);

/*
 * rtdyld_linker_link_alone is rtdyld_linker_add_alone with rtdyld_linker_finalize of the objects, in one call. All are ready to run
 * then, or none is there: errors are those of both. Since version 6. Threads: not locked.
 */
rtdyld_status rtdyld_linker_link_alone(rtdyld_linker *linker, const rtdyld_resolver *resolver,
                                       const rtdyld_input *const *inputs, size_t count, rtdyld_object **objects,
                                       rtdyld_error **error);

/*
 * rtdyld_linker_need loads the member of an archive that defines a name, and what that
 * needs, as if something referred to it. Nothing happens if the name is defined.
 * RTDYLD_ERROR_NOT_FOUND if no archive has it, else the errors above. Threads: not locked.
 */
rtdyld_status rtdyld_linker_need(rtdyld_linker *linker, const char *name, rtdyld_error **error);

/*
 * rtdyld_linker_map_local gives the section whose memory begins at local another address
 * in the target: rtdyld_object_map_section by the address that a memory manager returned.
 * RTDYLD_ERROR_ARGUMENT if no section begins there, else the errors of that.
 * Threads: not locked.
 */
rtdyld_status rtdyld_linker_map_local(rtdyld_linker *linker, const void *local, uint64_t address, rtdyld_error **error);

/*
 * rtdyld_linker_resolve binds names and applies relocations: of the objects named, of all
 * that are not finalized if count is 0. It may be called again, after sections were mapped.
 * Errors: RTDYLD_ERROR_UNDEFINED with all names that nobody defines, RTDYLD_ERROR_RANGE,
 * RTDYLD_ERROR_RELOCATION, RTDYLD_ERROR_CALLBACK, and those of members of archives; the
 * objects are still loaded then. Threads: not locked.
 */
rtdyld_status rtdyld_linker_resolve(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                    rtdyld_error **error);

/*
 * rtdyld_linker_finalize makes objects, and what they refer to, ready to run; all that are
 * not yet if count is 0. It resolves, protects memory, registers call frames and runs
 * constructors, on this thread. Errors are those of rtdyld_linker_resolve and of callbacks;
 * it may be called again after one, and goes on where it stopped. Threads: not locked.
 */
rtdyld_status rtdyld_linker_finalize(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                     rtdyld_error **error);

/*
 * rtdyld_linker_address finds a name that loaded objects define and others can see. The
 * code behind it may run once its object is finalized. RTDYLD_ERROR_NOT_FOUND if there
 * is none; names of archives that are not loaded, and of the process, are not looked for.
 * Threads: not locked.
 */
rtdyld_status rtdyld_linker_address(rtdyld_linker *linker, const char *name, uint64_t *address, rtdyld_error **error);

/*
 * rtdyld_linker_lookup is rtdyld_linker_address and tells all. The caller sets
 * definition->size; object, which may be NULL, gets the object that has it.
 * Threads: not locked.
 */
rtdyld_status rtdyld_linker_lookup(rtdyld_linker *linker, const char *name, rtdyld_definition *definition,
                                   rtdyld_object **object, rtdyld_error **error);

/*
 * rtdyld_linker_unload runs the destructors of objects, deregisters their call frames and
 * gives their memory back. Objects that others use are refused with RTDYLD_ERROR_IN_USE and
 * the users' names, unless those go with them; then nothing is unloaded. With errors of
 * callbacks the objects have gone. count must not be 0. The caller sees to it that no thread
 * runs their code, or reads their memory. Threads: not locked.
 */
rtdyld_status rtdyld_linker_unload(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                   rtdyld_error **error);

/*
 * rtdyld_linker_tools says anew which tools are told, RTDYLD_TOOL_* or 0: those that are new hear of all that is finalized, those
 * that are no more among them that it goes (but for a perf map and a dump, which end with the lines that they have). RTDYLD_ERROR_ARGUMENT if the
 * linker was made with 0 for tools, RTDYLD_ERROR_VERSION for tools that are not known, RTDYLD_ERROR_IO for a file or a collector that
 * cannot be opened: then those that were told before are. What could not be written to files
 * since the last call is RTDYLD_ERROR_IO, too. Since version 5. Threads: not locked.
 *
 *   status = rtdyld_linker_tools(linker, RTDYLD_TOOL_PERF_MAP | RTDYLD_TOOL_GDB, &error);
 */
rtdyld_status rtdyld_linker_tools(rtdyld_linker *linker, uint32_t tools, rtdyld_error **error);

/*
 * rtdyld_linker_detach takes finalized objects out of the linker and leaves them running: their names are forgotten, their
 * handles end, and their memory, thread-locals and call frames stay, so that exceptions go through their code, also when
 * the linker is freed. No destructor runs, and nothing is told before rtdyld_detached_release. They go together
 * with what they refer to and what shares memory with them: RTDYLD_ERROR_IN_USE if some of that is not among them, or if
 * others use them. RTDYLD_ERROR_ARGUMENT for an object that is not finalized, or a count of 0. Nothing is detached
 * after an error. *detached is freed by rtdyld_detached_release, or never. Since version 5. Threads: not locked.
 *
 *   rtdyld_detached *code;
 *   status = rtdyld_linker_detach(linker, objects, count, &code, &error);
 *   rtdyld_linker_free(linker, NULL);
 *   ((void (*)(void))(uintptr_t)address)();    and it throws through itself
 */
rtdyld_status rtdyld_linker_detach(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                   rtdyld_detached **detached, rtdyld_error **error);

typedef int (*rtdyld_visit_block_fn)(void *opaque, const rtdyld_block *block);

/*
 * rtdyld_detached_blocks visits the blocks of memory that detached code lies in. `user` of those of the library's own
 * memory is NULL. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_detached_blocks(rtdyld_detached *detached, rtdyld_visit_block_fn visit, void *opaque,
                                     rtdyld_error **error);

/*
 * rtdyld_detached_release gives detached code back: listeners and unwinders are told, thread-locals and memory
 * released, by the callbacks of the linker's options, whose manager is in use until then. No destructor runs. The
 * caller sees to it that no thread runs the code. All goes, whatever the error. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_detached_release(rtdyld_detached *detached, rtdyld_error **error);

/*
 * Functions that visit are called on this thread, for each of what there was when the
 * iteration began, with the caller's `opaque`, until one returns anything but 0. Nothing is
 * locked: they may call all functions. What they are shown is valid until they return;
 * handles are so as long as their object or module lives.
 */
typedef int (*rtdyld_visit_object_fn)(void *opaque, rtdyld_object *object);

/*
 * rtdyld_linker_objects visits the objects that are loaded or finalized, those of archives
 * among them, in no promised order. Threads: not locked.
 */
rtdyld_status rtdyld_linker_objects(rtdyld_linker *linker, rtdyld_visit_object_fn visit, void *opaque,
                                    rtdyld_error **error);

/* ------------------------------------------------------------------ objects */

/*
 * All functions for objects fail with RTDYLD_ERROR_HANDLE, or for a moment with
 * RTDYLD_ERROR_UNLOADED, for one that is unloaded.
 */

/* rtdyld_object_name gives the object's name, a string to be freed by rtdyld_free. Threads: not locked. */
rtdyld_status rtdyld_object_name(rtdyld_object *object, char **name, rtdyld_error **error);

/*
 * rtdyld_object_user gives `user` of the object's input; for a member of an archive that of
 * the archive's. Threads: not locked.
 */
rtdyld_status rtdyld_object_user(rtdyld_object *object, void **user, rtdyld_error **error);

/*
 * rtdyld_object_state says how far the object has come: RTDYLD_STATE_LOADED or
 * RTDYLD_STATE_FINALIZED; RTDYLD_STATE_UNLOADED while its destructors run.
 * Threads: not locked.
 */
rtdyld_status rtdyld_object_state(rtdyld_object *object, rtdyld_state *state, rtdyld_error **error);

/*
 * rtdyld_object_map_section says that a section will run at an address, instead of where
 * it is; it takes effect with the next resolve or finalize. section is an id of
 * rtdyld_section. RTDYLD_ERROR_FINALIZED once the object is finalized,
 * RTDYLD_ERROR_ARGUMENT if there is no such section, or the address is not aligned for it or
 * beyond what its target holds.
 * Threads: not locked.
 */
rtdyld_status rtdyld_object_map_section(rtdyld_object *object, uint32_t section, uint64_t address, rtdyld_error **error);

/* rtdyld_section is a section in memory. */
typedef struct rtdyld_section {
	size_t size;        /* of this struct */
	const char *name;   /* in angle brackets if the linker made it */
	uint32_t id;        /* index among those of the file that are loaded; beyond them for those of the linker */
	rtdyld_kind kind;
	const void *memory; /* where the linker writes, until it is unloaded; NULL: only rtdyld_object_read shows it */
	uint64_t address;   /* where code sees it */
	uint64_t bytes;
	uint64_t alignment;
	uint32_t number;    /* in the file's section table; RTDYLD_SECTION_NONE for those of the linker. Since version 4 */
} rtdyld_section;

#define RTDYLD_SECTION_NONE 0xffffffffu

typedef int (*rtdyld_visit_section_fn)(void *opaque, const rtdyld_section *section);

/*
 * rtdyld_object_sections visits the sections that the object has in memory, in the order of
 * the file, then those that the linker made. Threads: not locked.
 */
rtdyld_status rtdyld_object_sections(rtdyld_object *object, rtdyld_visit_section_fn visit, void *opaque,
                                     rtdyld_error **error);

/*
 * rtdyld_object_read copies length bytes of a section's contents, from offset on, to
 * buffer. RTDYLD_ERROR_ARGUMENT if it does not have them. No other thread may unload the
 * object meanwhile. Threads: not locked.
 */
rtdyld_status rtdyld_object_read(rtdyld_object *object, uint32_t section, uint64_t offset, void *buffer, size_t length,
                                 rtdyld_error **error);

/* rtdyld_binding is how a name is bound. */
typedef enum rtdyld_binding {
	RTDYLD_BINDING_LOCAL = 0,
	RTDYLD_BINDING_GLOBAL = 1,
	RTDYLD_BINDING_WEAK = 2,
	RTDYLD_BINDING_UNIQUE = 3
} rtdyld_binding;

/* rtdyld_symbol is a definition that an object holds. */
typedef struct rtdyld_symbol {
	size_t size;      /* of this struct */
	const char *name; /* as the symbol table has it */
	uint64_t address; /* for thread-locals the offset in the object's block */
	uint64_t bytes;
	uint32_t section; /* id of its section, RTDYLD_SECTION_NONE if in none */
	rtdyld_symbol_kind kind;
	rtdyld_binding binding;
	int hidden;       /* not seen outside its unit of linking */
	int64_t thread_offset; /* of thread-locals: from the thread pointer; else 0. Since version 5 */
} rtdyld_symbol;

typedef int (*rtdyld_visit_symbol_fn)(void *opaque, const rtdyld_symbol *symbol);

/*
 * rtdyld_object_symbols visits the named definitions that count, local ones too, in the
 * order of the symbol table. Threads: not locked.
 */
rtdyld_status rtdyld_object_symbols(rtdyld_object *object, rtdyld_visit_symbol_fn visit, void *opaque,
                                    rtdyld_error **error);

/* ------------------------------------------------------------------ engine */

/*
 * rtdyld_engine_create makes an engine. options may be NULL. *engine is freed by
 * rtdyld_engine_free. Errors are those of rtdyld_linker_create. Threads: any.
 */
rtdyld_status rtdyld_engine_create(const rtdyld_options *options, rtdyld_engine **engine, rtdyld_error **error);

/*
 * rtdyld_engine_free removes all modules without running destructors; all else is as in
 * rtdyld_linker_free. It does not wait for counted calls. Threads: not inside.
 */
rtdyld_status rtdyld_engine_free(rtdyld_engine *engine, rtdyld_error **error);

/*
 * rtdyld_engine_cancel is to an engine what rtdyld_linker_cancel is to a linker; but nobody waits for callbacks,
 * constructors and destructors: they go on, and only rtdyld_engine_free waits for them. Since version 3. Threads: any.
 */
rtdyld_status rtdyld_engine_cancel(rtdyld_engine *engine, rtdyld_error **error);

/*
 * rtdyld_engine_add takes a module: an object, archive or source; the four other functions
 * are short for it (rtdyld_engine_add_object_memory, rtdyld_engine_add_object_file,
 * rtdyld_engine_add_archive_memory, rtdyld_engine_add_archive_file). Nothing is loaded or
 * compiled. A source whose names nobody knows yet is compiled when one is found nowhere
 * else. *module is the engine's; module may be NULL. Errors: those of the input, and
 * RTDYLD_ERROR_COMPILER for a source without a compiler. Threads: not locked.
 */
rtdyld_status rtdyld_engine_add(rtdyld_engine *engine, const rtdyld_input *input, rtdyld_module **module,
                                rtdyld_error **error);
rtdyld_status rtdyld_engine_add_object_memory(rtdyld_engine *engine, const char *name, const void *data, size_t length,
                                              rtdyld_module **module, rtdyld_error **error);
rtdyld_status rtdyld_engine_add_object_file(rtdyld_engine *engine, const char *path, rtdyld_module **module,
                                            rtdyld_error **error);
rtdyld_status rtdyld_engine_add_archive_memory(rtdyld_engine *engine, const char *name, const void *data, size_t length,
                                               rtdyld_module **module, rtdyld_error **error);
rtdyld_status rtdyld_engine_add_archive_file(rtdyld_engine *engine, const char *path, rtdyld_module **module,
                                             rtdyld_error **error);

/*
 * rtdyld_engine_load takes modules to RTDYLD_STATE_LOADED and no further, so that sections
 * can be mapped: all that are added if count is 0. Of archives nothing is loaded. Errors are
 * those of rtdyld_linker_add, and RTDYLD_ERROR_COMPILER. Threads: not locked.
 */
rtdyld_status rtdyld_engine_load(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count,
                                 rtdyld_error **error);

/*
 * rtdyld_engine_finalize makes modules, and what they refer to, ready to run; all if count
 * is 0. Errors are those of rtdyld_engine_load and rtdyld_linker_finalize.
 * Threads: not locked.
 */
rtdyld_status rtdyld_engine_finalize(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count,
                                     rtdyld_error **error);

/*
 * rtdyld_engine_lookup gives the address of a name, ready to be called: the module that
 * defines it, and all that it refers to, is compiled, loaded and finalized if it is not,
 * once, however many threads ask. A name that no module defines is asked of the resolver and
 * of the process. It waits for constructors that other threads run; called from inside a
 * constructor it waits for none. RTDYLD_ERROR_NOT_FOUND if nobody has the name, else the
 * errors of rtdyld_engine_finalize, with the chain of names that led there. What is missing
 * may be added and lookup called again. Threads: not locked.
 */
rtdyld_status rtdyld_engine_lookup(rtdyld_engine *engine, const char *name, uint64_t *address, rtdyld_error **error);

/*
 * rtdyld_engine_enter begins a counted call of loaded code, rtdyld_engine_leave ends it:
 * rtdyld_engine_remove takes no memory away meanwhile. *call is given to leave once, on any
 * thread; a second time it is refused with RTDYLD_ERROR_HANDLE. Threads: not locked.
 */
rtdyld_status rtdyld_engine_enter(rtdyld_engine *engine, uint64_t *call, rtdyld_error **error);
rtdyld_status rtdyld_engine_leave(rtdyld_engine *engine, uint64_t call, rtdyld_error **error);

/*
 * rtdyld_engine_remove takes modules out: it waits until no counted call is inside that
 * began before, at most timeout milliseconds, for ever if that is negative, runs destructors
 * and gives memory back. RTDYLD_ERROR_BUSY if calls do not end in time, RTDYLD_ERROR_IN_USE
 * if other modules use them: then they stay. With errors of callbacks they have gone. count
 * must not be 0. Threads: not locked.
 */
rtdyld_status rtdyld_engine_remove(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count, int64_t timeout,
                                   rtdyld_error **error);

/*
 * rtdyld_engine_replace puts a module in the place of another while threads call its functions: both have `functions`
 * (or RTDYLD_INPUT_LAZY), input all that old has, perhaps more. It is compiled, linked and finalized, then all stubs lead to it; old's
 * handle ends at once, its memory goes when no counted call is inside any more (rtdyld_engine_enter). What old
 * kept in its data is gone with it. After an error old stays in place and nothing of the new one is left.
 * Errors are those of rtdyld_engine_add and rtdyld_engine_finalize. Since version 5. Threads: not locked.
 *
 *   input.flags = RTDYLD_INPUT_LAZY;
 *   input.path = "fast.o";
 *   status = rtdyld_engine_replace(engine, module, &input, &module, &error);
 */
rtdyld_status rtdyld_engine_replace(rtdyld_engine *engine, rtdyld_module *old, const rtdyld_input *input,
                                    rtdyld_module **module, rtdyld_error **error);

/* rtdyld_engine_tools is rtdyld_linker_tools for an engine. Since version 5. Threads: not locked. */
rtdyld_status rtdyld_engine_tools(rtdyld_engine *engine, uint32_t tools, rtdyld_error **error);

/*
 * rtdyld_engine_detach is rtdyld_linker_detach for modules, whose handles end. A module that is behind stubs, or refers
 * to a function behind one, is RTDYLD_ERROR_UNSUPPORTED: stubs go with the engine. Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_engine_detach(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count,
                                   rtdyld_detached **detached, rtdyld_error **error);

typedef int (*rtdyld_visit_module_fn)(void *opaque, rtdyld_module *module);

/*
 * rtdyld_engine_modules visits all modules that are not removed, by state, and in each in the
 * order in which they came to it. Threads: not locked.
 */
rtdyld_status rtdyld_engine_modules(rtdyld_engine *engine, rtdyld_visit_module_fn visit, void *opaque,
                                    rtdyld_error **error);

/* rtdyld_module_name gives the module's name, a string to be freed by rtdyld_free. Threads: not locked. */
rtdyld_status rtdyld_module_name(rtdyld_module *module, char **name, rtdyld_error **error);

/*
 * rtdyld_module_state says how far the module has come. Of one that is RTDYLD_STATE_FAILED,
 * reason, if it is not NULL, gets why, to be freed by rtdyld_error_free; else NULL.
 * Threads: not locked.
 */
rtdyld_status rtdyld_module_state(rtdyld_module *module, rtdyld_state *state, rtdyld_error **reason,
                                  rtdyld_error **error);

/* rtdyld_module_user gives `user` of the module's input. Since version 5. Threads: not locked. */
rtdyld_status rtdyld_module_user(rtdyld_module *module, void **user, rtdyld_error **error);

/* rtdyld_module_objects visits the objects that the module has in memory. Threads: not locked. */
rtdyld_status rtdyld_module_objects(rtdyld_module *module, rtdyld_visit_object_fn visit, void *opaque,
                                    rtdyld_error **error);

/* ------------------------------------------------------------------ explanations */

/*
 * Two questions are answered here: how a name got its address, by the functions below, and why nobody defines a name, by
 * RTDYLD_EXPLAIN of the options. With that the message of RTDYLD_ERROR_UNDEFINED has a line for each name: the functions and
 * source lines that use it (of objects with debug information), shared libraries of this system that have it, the name that
 * may have been meant. It takes milliseconds, once something has failed:
 *
 *   undefined: sqroot, referenced by a.o: .text+0x9 in area (a.c:6); did you mean sqrt?
 */

/* rtdyld_origin is where the address of a name comes from. */
typedef enum rtdyld_origin {
	RTDYLD_ORIGIN_UNDEFINED = 0, /* nobody defines it */
	RTDYLD_ORIGIN_OBJECT = 1,    /* a loaded object does */
	RTDYLD_ORIGIN_RESOLVER = 2,  /* the resolver, or the process, knows it */
	RTDYLD_ORIGIN_LINKER = 3,    /* the linker makes it for each object */
	RTDYLD_ORIGIN_FIXED = 4      /* it was given to the linker */
} rtdyld_origin;

/* rtdyld_lost is why a definition does not count. */
typedef enum rtdyld_lost {
	RTDYLD_LOST_RANK = 0,   /* one of higher rank counts: strong before common before weak */
	RTDYLD_LOST_LATER = 1,  /* one of the same rank was first */
	RTDYLD_LOST_MERGED = 2, /* of several common symbols one is made, where the largest is */
	RTDYLD_LOST_GROUP = 3,  /* it is in a COMDAT group that another object brought first */
	RTDYLD_LOST_BOUND = 4,  /* it has a higher rank, but code already used the other */
	RTDYLD_LOST_LOCAL = 5   /* its object alone sees it */
} rtdyld_lost;

/* rtdyld_candidate is a definition that counts, or could have. It never changes. */
typedef struct rtdyld_candidate {
	rtdyld_object *object;
	const char *object_name;
	const char *section;    /* "" if it is in none */
	uint64_t offset, bytes; /* in the section; 0 bytes: not known */
	rtdyld_binding binding;
	int common;
	rtdyld_lost lost;       /* of one that does not count */
	const char *group;      /* of RTDYLD_LOST_GROUP, else "" */
} rtdyld_candidate;

/* rtdyld_use is a relocation that refers to a name. It never changes. */
typedef struct rtdyld_use {
	rtdyld_object *object;
	const char *object_name;
	const char *section;
	uint64_t offset;        /* in the section, bytes */
	const char *relocation; /* its type as the psABI names it */
	const char *function;   /* that it is in; "" if it is not known */
	const char *as;         /* by which other name it refers to it, ".data+0x8" for one; else "" */
} rtdyld_use;

/* rtdyld_explanation is how a name got its address. */
typedef struct rtdyld_explanation {
	size_t size;            /* of this struct */
	const char *name;
	const char *text;       /* all of it in words, a line a fact */
	rtdyld_origin origin;
	rtdyld_symbol_kind kind;
	uint64_t address, bytes;
	int hidden;             /* only objects that were added together see it */
	int asked;              /* the resolver was asked: 1 as a name that has to be defined, 2 as a weak one; 0: it was not */
	const char *library;    /* of RTDYLD_ORIGIN_RESOLVER, as far as it is known, else "" */
	const char *made;       /* of RTDYLD_ORIGIN_LINKER and _FIXED in words, else "" */
	const rtdyld_candidate *definition; /* that counts; NULL if no object has it */
	const rtdyld_candidate *others;     /* that do not count */
	size_t other_count;
	const rtdyld_use *uses;
	size_t use_count;
	const char *const *aliases; /* names that the name is an alias of, one of the other */
	size_t alias_count;
} rtdyld_explanation;

typedef void (*rtdyld_show_explanation_fn)(void *opaque, const rtdyld_explanation *explanation);

/*
 * rtdyld_linker_explain shows how a name got its address, rtdyld_object_explain how the one did that an object sees: which
 * definition counts and which do not, what the resolver was asked, who refers to it. show is called once, on this thread, before the
 * function returns; nothing is locked. It takes as long as reading all relocations once. RTDYLD_ERROR_UNDEFINED for a
 * name that no loaded object mentions, without a call of show. rtdyld_engine_explain is about the modules that an engine has loaded.
 * Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_linker_explain(rtdyld_linker *linker, const char *name, rtdyld_show_explanation_fn show, void *opaque,
                                    rtdyld_error **error);
rtdyld_status rtdyld_object_explain(rtdyld_object *object, const char *name, rtdyld_show_explanation_fn show, void *opaque,
                                    rtdyld_error **error);
rtdyld_status rtdyld_engine_explain(rtdyld_engine *engine, const char *name, rtdyld_show_explanation_fn show, void *opaque,
                                    rtdyld_error **error);

/* ------------------------------------------------------------------ linked images */

/*
 * A linked image is a file with objects that are linked already, an ELF shared object. Who maps it links nothing: pages come from the
 * file, the same for all processes, and only words that hold addresses of other libraries are written. To make one:
 *
 *   options.flags = RTDYLD_IMAGE;
 *   rtdyld_linker_create(&options, &linker, &error);
 *   rtdyld_linker_add_object_file(linker, "sum.o", NULL, &error);
 *   rtdyld_linker_save(linker, NULL, 0, NULL, "sum.image", &error);
 *
 * and to use it, in any linker:
 *
 *   rtdyld_linker_map_image(linker, "sum.image", 0, &object, &error);
 *   rtdyld_linker_address(linker, "sum", &address, &error);
 *   rtdyld_linker_unload(linker, &object, 1, &error);
 */

/* Flags of rtdyld_save_options. */
#define RTDYLD_SAVE_FIXED 1u      /* the image can be mapped at its base alone: code may have addresses of it */
#define RTDYLD_SAVE_KNOWN_ONLY 2u /* a name that neither objects nor the resolver know is RTDYLD_ERROR_UNDEFINED, no import */

/* rtdyld_save_options say how an image is written. NULL in its place is all defaults. */
typedef struct rtdyld_save_options {
	size_t size;
	uint32_t flags;    /* RTDYLD_SAVE_* */
	uint32_t reserved; /* 0 */
	/* Address that it is linked for, a multiple of its page size: 4 KiB on x86-64, else 64 KiB. 0: one chosen by the contents. */
	uint64_t base;
	const char *name;  /* by which others may ask for it (DT_SONAME); NULL: none */
} rtdyld_save_options;

/*
 * rtdyld_linker_save writes objects, as they are linked together, to a file: all that are loaded if count is 0. The linker was made with
 * RTDYLD_IMAGE; the objects are loaded and not finalized, and stay so. Names that none of them defines are the image's imports.
 * A file of that name is replaced once all is written. The same objects give the same bytes. Errors: RTDYLD_ERROR_UNSUPPORTED with the
 * place of what cannot be saved, those of rtdyld_linker_resolve, RTDYLD_ERROR_IO. Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_linker_save(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                 const rtdyld_save_options *options, const char *path, rtdyld_error **error);

/* Flags of rtdyld_linker_map_image. */
#define RTDYLD_MAP_TRUSTED 1u     /* the file is not compared with the hashes in it, and so not read as a whole */
#define RTDYLD_MAP_ELSEWHERE 2u   /* not at the base that it was linked for */
#define RTDYLD_MAP_ANY_LIBRARY 4u /* its libraries need not be those that it was bound to */

/*
 * rtdyld_linker_map_image brings an image into memory, ready to run: constructors have run. It is one object of the linker: names are looked
 * up, and it is unloaded, as for others. Its imports are bound to images that were mapped before, else to what resolver and process
 * know, not to loaded objects; libraries that it names are opened for it. *object is the linker's; object may be NULL. The file must not be changed,
 * nor cut off, as long: replace it by another of its name. A hash shows damage, not intent: an image is code.
 * Errors: RTDYLD_ERROR_IO, RTDYLD_ERROR_UNKNOWN_FORMAT for what is no image, RTDYLD_ERROR_FORMAT for damage, RTDYLD_ERROR_TARGET,
 * RTDYLD_ERROR_UNDEFINED, RTDYLD_ERROR_NO_MEMORY for an image that can run at its base alone, where there is other memory,
 * RTDYLD_ERROR_UNSUPPORTED for other libraries than it was bound to, for a linker with RTDYLD_FOREIGN or a memory manager
 * of the program's; those of callbacks. On Windows what is mapped is a copy, and libraries are not compared. Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_linker_map_image(rtdyld_linker *linker, const char *path, uint32_t flags, rtdyld_object **object,
                                      rtdyld_error **error);

/*
 * rtdyld_linker_map_image_memory is rtdyld_linker_map_image of an image of length bytes at data: what is mapped is a copy, which no other
 * process shares. Since version 7. Threads: not locked.
 */
rtdyld_status rtdyld_linker_map_image_memory(rtdyld_linker *linker, const char *name, const void *data, size_t length,
                                             uint32_t flags, rtdyld_object **object, rtdyld_error **error);

/* rtdyld_image_library is a library that an image was bound to. This struct never changes. Since version 7. */
typedef struct rtdyld_image_library {
	const char *name;              /* by which dynamic linkers find it */
	const unsigned char *build_id; /* contents of its NT_GNU_BUILD_ID note, build_id_length bytes; NULL: it has none */
	size_t build_id_length;
	const unsigned char *sha256;   /* 32 bytes, of its file, where it has no build id; NULL: not known */
	uint64_t bytes;                /* of its file; 0: not known */
} rtdyld_image_library;

/* rtdyld_image_import is a name that an image takes from elsewhere. This struct never changes. Since version 7. */
typedef struct rtdyld_image_import {
	const char *name;
	const rtdyld_image_library *library; /* that it was bound to; NULL: not known */
} rtdyld_image_import;

/* rtdyld_image_input is an object that an image was linked of. This struct never changes. Since version 7. */
typedef struct rtdyld_image_input {
	const char *name;
	const unsigned char *sha256; /* 32 bytes, of the object as it was loaded */
} rtdyld_image_input;

/* rtdyld_image_segment is a part of an image that is mapped. This struct never changes. Since version 7. */
typedef struct rtdyld_image_segment {
	uint64_t address, bytes;     /* at the base that it was linked for; bytes in memory */
	uint64_t offset, file_bytes; /* of its contents in the file */
	rtdyld_kind kind;            /* the permissions that it ends with */
	int written;                 /* words of it are written when it is mapped: these pages are the process's own */
} rtdyld_image_segment;

/* rtdyld_image is what a linked image says of itself. Since version 7. */
typedef struct rtdyld_image {
	size_t size;        /* of this struct */
	const char *name;   /* by which others may ask for it (DT_SONAME); "": none */
	const char *triple;
	uint64_t base;      /* address that it was linked for */
	uint64_t bytes;     /* what it takes of the address space */
	int fixed;          /* it can be mapped at its base alone */
	const unsigned char *build_id; /* that tells its contents, build_id_length bytes */
	size_t build_id_length;
	const char *linker;            /* version of what has written it */
	const rtdyld_image_input *inputs;
	size_t input_count;
	const rtdyld_image_import *imports;
	size_t import_count;
	const rtdyld_image_library *libraries;
	size_t library_count;
	const rtdyld_image_segment *segments; /* in the order of their addresses */
	size_t segment_count;
	uint64_t symbol_count;         /* of the objects, local ones too: rtdyld_object_symbols visits those of an image that is mapped */
} rtdyld_image;

typedef void (*rtdyld_show_image_fn)(void *opaque, const rtdyld_image *image);

/*
 * rtdyld_image_show shows what an image says of itself, which is neither mapped nor bound: a file, or data with a name, without flags other than
 * RTDYLD_INPUT_BORROW. Its contents are not compared with the hashes in it. show is called once, on this thread, before the function
 * returns. Errors: RTDYLD_ERROR_ARGUMENT, RTDYLD_ERROR_IO, RTDYLD_ERROR_UNKNOWN_FORMAT for what is no image, RTDYLD_ERROR_FORMAT for damage. Since
 * version 7. Threads: any.
 */
rtdyld_status rtdyld_image_show(const rtdyld_input *input, rtdyld_show_image_fn show, void *opaque, rtdyld_error **error);

/* ------------------------------------------------------------------ templates */

/*
 * A template is an object that is parsed and checked once, and then copied and patched many times: a stencil of
 * copy-and-patch compilers. Its holes are undefined names of the object for which each instance has values of its own:
 *
 *   extern char value[];
 *   long add(long a) { return a + (long)value; }
 *
 * compiled with -fno-pic -mcmodel=large, so that value may be any word, and then
 *
 *   const char *holes[] = {"value"};
 *   options.holes = holes, options.hole_count = 1;
 *   rtdyld_template_create(&input, &options, &template, &error);
 *   rtdyld_template_instantiate(template, (const uint64_t[]){5}, 1, &instance, &error);
 *   ((long (*)(long))instance.address)(37);
 */

/* Flags of rtdyld_template_options. */
#define RTDYLD_TEMPLATE_OPEN 1u             /* see rtdyld_template_create */
#define RTDYLD_TEMPLATE_NO_PROCESS_NAMES 2u /* names of this process are not found */
#define RTDYLD_TEMPLATE_NO_RELAX 4u         /* keep all instructions as the compiler wrote them */

typedef struct rtdyld_template_options {
	size_t size;
	uint32_t flags;               /* RTDYLD_TEMPLATE_* */
	uint32_t reserved;            /* 0 */
	const char *const *holes;     /* undefined names of the object, hole_count of them */
	size_t hole_count;
	const rtdyld_resolver *resolver; /* asked once for all other names, before the process; NULL: none */
} rtdyld_template_options;

/* rtdyld_instance is a copy of a template in memory. This struct never changes. */
typedef struct rtdyld_instance {
	uint64_t address;   /* of its first byte of code */
	uint64_t constants; /* address of the read-only memory that it refers to; 0: none */
	uint64_t bytes;     /* of code */
	uint64_t id;        /* among those of its template */
} rtdyld_instance;

/*
 * rtdyld_template_create makes a template of an object, no archive or source, for this process. options may be NULL. *out is freed by
 * rtdyld_template_free. With RTDYLD_TEMPLATE_OPEN instances are made in memory with two addresses, the one writable, at a random place, and the
 * other executable: no system call is needed for an instance, but who can write anywhere in the process can change code. Without it each
 * call of rtdyld_template_instantiate has pages of its own. Errors: those of rtdyld_linker_add, RTDYLD_ERROR_UNDEFINED,
 * RTDYLD_ERROR_ARGUMENT for a hole that is no undefined name of the object, RTDYLD_ERROR_UNSUPPORTED for objects with thread-locals and
 * others that cannot be copied. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_template_create(const rtdyld_input *input, const rtdyld_template_options *options, rtdyld_template **out,
                                     rtdyld_error **error);

/* rtdyld_template_free releases all instances and the template. Their code must not run any more. Since version 5. Threads: not inside. */
rtdyld_status rtdyld_template_free(rtdyld_template *from, rtdyld_error **error);

/*
 * rtdyld_template_instantiate makes count instances, all or none: values has hole_count values for each, in the order of the holes, and may be
 * NULL if there are none. They can be called at once. Errors: RTDYLD_ERROR_RANGE for a value that does not fit, RTDYLD_ERROR_NO_MEMORY.
 * Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_template_instantiate(rtdyld_template *from, const uint64_t *values, size_t count, rtdyld_instance *instances,
                                          rtdyld_error **error);

/*
 * rtdyld_template_symbol gives the address in an instance of a name that the object defines and others can see;
 * RTDYLD_ERROR_NOT_FOUND if there is none. Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_template_symbol(rtdyld_template *from, const rtdyld_instance *instance, const char *name, uint64_t *address,
                                     rtdyld_error **error);

/*
 * rtdyld_template_release gives the memory of count instances back. One that was released before is RTDYLD_ERROR_UNLOADED, and then
 * none is released. Since version 5. Threads: not locked.
 */
rtdyld_status rtdyld_template_release(rtdyld_template *from, const rtdyld_instance *instances, size_t count, rtdyld_error **error);

/* ------------------------------------------------------------------ executors */

/*
 * An executor is a process of its own in which loaded code runs: a child of this one. Linking happens here, by the linkers and
 * engines of rtdyld_executor_create_linker and rtdyld_executor_create_engine; contents, constructors and calls go there. Code that crashes,
 * exits or loops ends the executor and nothing else: calls return an error that says how, with the function that it happened in.
 *
 *   rtdyld_executor_create(NULL, &executor, &error);
 *   rtdyld_executor_create_linker(executor, NULL, &linker, &error);
 *   rtdyld_linker_add_object_file(linker, "sum.o", NULL, &error);
 *   rtdyld_linker_finalize(linker, NULL, 0, &error);
 *   rtdyld_linker_address(linker, "sum", &address, &error);
 *   signature.result = RTDYLD_TYPE_INT32, signature.parameters = two_ints, signature.parameter_count = 2;
 *   if (rtdyld_executor_call(executor, address, &signature, arguments, 1000, &result, &error) == RTDYLD_ERROR_CRASHED)
 *           fprintf(stderr, "%s in %s\n", rtdyld_error_message(error), rtdyld_error_symbol(error));
 *
 * The child is a program beside the library, rtdyld-executor, which needs neither C nor cgo to be built:
 *
 *   CGO_ENABLED=0 go build github.com/go-rtdyld/rtdyld/cmd/rtdyld-executor
 *
 * A library that was built with -tags rtdyld_noexecutor is 11 MB smaller and has none: rtdyld_executor_create fails with
 * RTDYLD_ERROR_UNSUPPORTED.
 */

/* Flags of rtdyld_executor_options: rights that the child gives up. */
#define RTDYLD_EXECUTOR_SANDBOX 1u           /* no files, sockets, processes, signals to others; it is defence in depth, not a wall */
#define RTDYLD_EXECUTOR_NO_WX 2u             /* the system refuses memory that is writable and executable */
#define RTDYLD_EXECUTOR_NO_NEW_PRIVILEGES 4u /* no program that it executes gets rights by its file */
#define RTDYLD_EXECUTOR_EMPTY_ENVIRONMENT 8u /* it has no environment */
#define RTDYLD_EXECUTOR_SILENT 16u           /* what it writes to standard output and error is dropped; else it goes to those of this process */

typedef struct rtdyld_executor_options {
	size_t size;
	uint32_t flags;    /* RTDYLD_EXECUTOR_* */
	uint32_t reserved; /* 0 */
	/*
	 * The program. NULL: that of the variable RTDYLD_EXECUTOR of the environment, else rtdyld-executor in the folder that this library
	 * was loaded from, else that of the PATH.
	 */
	const char *path;
	/* Arguments before those of the executor, for path "qemu-aarch64": "-L", "/usr/aarch64-linux-gnu", "./rtdyld-executor". */
	const char *const *arguments;
	size_t argument_count;
	/* Shared libraries to open there, whose names code finds, "libm.so.6"; library_count of them. */
	const char *const *libraries;
	size_t library_count;
	uint64_t memory;      /* bytes of data that it, and each process that it starts, may have; 0: no limit */
	uint64_t cpu_seconds; /* time of processors that it may take; 0: no limit */
} rtdyld_executor_options;

/*
 * rtdyld_executor_create starts an executor, for which it has half a minute. options may be NULL. *executor is freed by
 * rtdyld_executor_free. The child has no standard input. A handler for SIGCHLD of this program must not wait for children that are not
 * its own. Errors: RTDYLD_ERROR_IO if there is no such program, RTDYLD_ERROR_UNSUPPORTED if it cannot have a sandbox,
 * RTDYLD_ERROR_ENDED, RTDYLD_ERROR_OTHER. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_executor_create(const rtdyld_executor_options *options, rtdyld_executor **executor, rtdyld_error **error);

/*
 * rtdyld_executor_free ends the executor, whatever it does, and waits until it has ended and calls of other threads for it have returned.
 * Linkers and engines in it are still the caller's to free. Since version 5. Threads: not inside.
 */
rtdyld_status rtdyld_executor_free(rtdyld_executor *executor, rtdyld_error **error);

/*
 * rtdyld_executor_create_linker and rtdyld_executor_create_engine are rtdyld_linker_create and rtdyld_engine_create for code that runs in the
 * executor: addresses that they give are of its memory, to be called by rtdyld_executor_call, and names that nobody defines are
 * looked up in its process. options may be NULL; those of memory, unwinding, permissions, triple, libraries and tools are refused with
 * RTDYLD_ERROR_ARGUMENT, and RTDYLD_FOREIGN. When the executor has ended all that needs it fails. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_executor_create_linker(rtdyld_executor *executor, const rtdyld_options *options, rtdyld_linker **linker,
                                            rtdyld_error **error);
rtdyld_status rtdyld_executor_create_engine(rtdyld_executor *executor, const rtdyld_options *options, rtdyld_engine **engine,
                                            rtdyld_error **error);

/* rtdyld_type is the type of an argument or a result. */
typedef enum rtdyld_type {
	RTDYLD_TYPE_VOID = 0,    /* of a result alone */
	RTDYLD_TYPE_BOOL = 1,    /* C's _Bool */
	RTDYLD_TYPE_INT8 = 2,
	RTDYLD_TYPE_INT16 = 3,
	RTDYLD_TYPE_INT32 = 4,
	RTDYLD_TYPE_INT64 = 5,
	RTDYLD_TYPE_UINT8 = 6,
	RTDYLD_TYPE_UINT16 = 7,
	RTDYLD_TYPE_UINT32 = 8,
	RTDYLD_TYPE_UINT64 = 9,
	RTDYLD_TYPE_POINTER = 10,
	RTDYLD_TYPE_FLOAT = 11,
	RTDYLD_TYPE_DOUBLE = 12
} rtdyld_type;

/* rtdyld_signature is the type of a function. */
typedef struct rtdyld_signature {
	size_t size;
	rtdyld_type result;
	const rtdyld_type *parameters; /* parameter_count of them */
	size_t parameter_count;
} rtdyld_signature;

/*
 * rtdyld_executor_call calls a function of the executor and gives the bits of its result in *result, which may be NULL. arguments are parallel to
 * the parameters, each with the bits of its value in its lowest bytes. Code cannot be stopped: a call that takes longer than
 * timeout milliseconds ends the executor; negative: it may take for ever. Errors: RTDYLD_ERROR_CRASHED, whose place is where it
 * happened, as far as that is known, RTDYLD_ERROR_ENDED, RTDYLD_ERROR_CANCELLED for the timeout, RTDYLD_ERROR_ARGUMENT,
 * RTDYLD_ERROR_UNSUPPORTED. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_executor_call(rtdyld_executor *executor, uint64_t address, const rtdyld_signature *signature,
                                   const uint64_t *arguments, int64_t timeout, uint64_t *result, rtdyld_error **error);

/*
 * rtdyld_executor_main calls int main(int, char **, char **) at an address with count arguments, the program's name first, flushes C's
 * standard streams there and gives main's result in *result. The environment is the executor's. Errors are those of rtdyld_executor_call; a
 * program that calls exit ends the executor: RTDYLD_ERROR_ENDED. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_executor_main(rtdyld_executor *executor, uint64_t address, const char *const *arguments, size_t count,
                                   int64_t timeout, int32_t *result, rtdyld_error **error);

/*
 * rtdyld_executor_read copies memory of the executor at address to buffer, rtdyld_executor_write the other way round, length bytes.
 * RTDYLD_ERROR_ARGUMENT if it is not mapped there, or not writable; some may have been copied then. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_executor_read(rtdyld_executor *executor, uint64_t address, void *buffer, size_t length, rtdyld_error **error);
rtdyld_status rtdyld_executor_write(rtdyld_executor *executor, uint64_t address, const void *data, size_t length,
                                    rtdyld_error **error);

/* rtdyld_executor_state says how an executor is. */
typedef struct rtdyld_executor_state {
	size_t size;      /* of this struct */
	int64_t pid;      /* of its process */
	int ended;        /* it has ended; then: */
	int signal;       /* that ended it, 0: none */
	int signal_code;  /* si_code, if pc is known */
	int exit_status;  /* of exit, -1: it has not called that */
	uint64_t pc;      /* where the thread was that got the signal, 0: not known */
	uint64_t address; /* whose access failed, if address_known */
	int address_known;
} rtdyld_executor_state;

/*
 * rtdyld_executor_ended tells how an executor is: the caller sets state->size. Of one that has ended, reason, if it is not NULL, gets why, to be
 * freed by rtdyld_error_free; else NULL. Since version 5. Threads: any.
 */
rtdyld_status rtdyld_executor_ended(rtdyld_executor *executor, rtdyld_executor_state *state, rtdyld_error **reason,
                                    rtdyld_error **error);

#ifdef __cplusplus
}
#endif

#endif /* RTDYLD_H */
