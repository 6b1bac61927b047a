/* What this glue knows of musl 1.2.3 to 1.2.5 (src/internal: pthread_impl.h, libc.h, stdio_impl.h): the layouts of four
   structures, as far as they are used, and names that are hidden in libc.a. start.c says which versions. */
typedef unsigned long word;

#pragma GCC visibility push(hidden)

struct thread {
	struct thread *self;
#ifndef __aarch64__
	word *dtv;
#endif
	struct thread *prev, *next;
	word sysinfo;
#ifndef __aarch64__
	word canary;
#endif
	int tid, errno_value;
	int detach_state, cancel;
	unsigned char cancel_disable, cancel_async, flags;
	void *map_base;
	word map_size;
	void *stack;
	word stack_size, guard_size;
	void *result, *cancel_buffer;
	void **specific;
	struct { void *head; long offset; void *pending; } robust;
	int h_errno_value, timer;
	void *locale;
	int kill_lock;
	void *dl_error, *stdio_locks;
#ifdef __aarch64__
	word canary;
	word *dtv;
#endif
};
_Static_assert(sizeof(struct thread) == 200, "struct pthread of musl");

struct module {
	struct module *next;
	void *image;
	word length, size, align, offset;
};

struct libc {
	char can_do_threads, threaded, secure;
	signed char need_locks;
	int threads_minus_1;
	word *auxv;
	struct module *tls_head;
	word tls_size, tls_align, tls_count, page_size;
	void *global_locale[6];
};
extern struct libc libc __asm__("__libc");

extern const char version[] __asm__("__libc_version");
extern const word specific_size __asm__("__pthread_tsd_size");

void init_libc(char **environment, char *name) __asm__("__init_libc");
void *copy_tls(unsigned char *memory) __asm__("__copy_tls");
int init_thread_pointer(void *thread) __asm__("__init_tp");
void run_specific_destructors(void) __asm__("__pthread_tsd_run_dtors");
void lock_threads(void) __asm__("__tl_lock");
void unlock_threads(void) __asm__("__tl_unlock");
int create_thread(void *, const void *, void *(*)(void *), void *) __asm__("__pthread_create");
_Noreturn void exit_thread(void *) __asm__("__pthread_exit");
void exit_streams(void) __asm__("__stdio_exit");
long result(word) __asm__("__syscall_ret");

#pragma GCC visibility pop

/* Names that are not hidden must not be so here, for all of libc has the least visible of the declarations. */

/* FILE: its lock is -1 as long as there is one thread. */
struct stream { char before[140]; int lock; };

extern word stack_canary __asm__("__stack_chk_guard");
void *memcpy(void *, const void *, word);
void *memset(void *, int, word);
void *calloc(word, word);
void free(void *);
int fflush(void *);
int setvbuf(void *, char *, int, word);
int pthread_key_create(unsigned *, void (*)(void *));
int pthread_setspecific(unsigned, const void *);
int *errno_location(void) __asm__("__errno_location");

#ifdef __aarch64__
#define POINTER(t) ((char *)(t) + sizeof(struct thread))
#else
#define POINTER(t) ((char *)(t))
#endif
