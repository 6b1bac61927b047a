/* How libc starts in a process that has run for a while, and what it is told at the end. */
#include "glue.h"

struct shape {
	word glue;      /* 1: what the structures here are */
	word room, reserved, align;
	word memory;    /* bytes behind a C stack */
};
/* Two words for each module in dtv, and what __copy_tls needs beside the room. */
#define TLS_SIZE (ROOM + sizeof(struct thread) + 4 * sizeof(word) + ALIGN)
#define SPECIFIC 1024

const struct shape rtdyld_shape = {1, ROOM, RESERVED, ALIGN, (sizeof(struct adopted) + TLS_SIZE + SPECIFIC + 4095) & ~4095UL};

const char *const rtdyld_version = version;

struct start {
	struct adopted *adopted;
	char **environment; /* followed by what the kernel gives a program: the auxiliary vector */
	char *name;
	long failure;
};

static struct start *starting;

/* Strong, so that musl's own, which reads the program's headers, is not taken: thread-locals of the program are Go's. Memory
   for all threads has the same room, in which objects get their places as they are loaded. */
static unsigned char image[ROOM] __attribute__((aligned(ALIGN)));
#ifdef __aarch64__
static struct module all = {0, image, 0, ROOM, ALIGN, 16};
#define FIRST all
#else
/* The first says where the second word of a general dynamic pair counts from, the second what is copied. */
static struct module all = {0, image + ROOM, 0, 0, ALIGN, 0}, base = {&all, image, 0, ROOM, ALIGN, ROOM};
#define FIRST base
#endif

__attribute__((visibility("hidden"))) void init_tls(word *auxv) __asm__("__init_tls");
void init_tls(word *auxv)
{
	libc.tls_head = &FIRST;
	libc.tls_size = TLS_SIZE;
	libc.tls_align = ALIGN;
	libc.tls_count = &FIRST == &all ? 1 : 2;
	adopt(starting->adopted);
}

static void no_longer_alone(struct stream *s) { s->lock = 0; }

extern struct stream *const stdin, *const stdout, *const stderr;

/* Called once, on the C stack of a thread that is not adopted yet. */
void rtdyld_start(struct start *s)
{
	if (specific_size > SPECIFIC) {
		s->failure = 1;
		return;
	}
	starting = s;
	init_libc(s->environment, s->name);
	if (libc.tls_head != &FIRST || !libc.page_size) {
		s->failure = 2;
		return;
	}
	/* From the first moment there are several threads, and never again one alone. */
	libc.can_do_threads = libc.threaded = libc.need_locks = 1;
	libc.threads_minus_1 = 1;
	no_longer_alone(stdin);
	no_longer_alone(stdout);
	no_longer_alone(stderr);
	setvbuf(stdout, 0, 1 /* by line */, 0);
	/* The layouts are what musl.h says, as far as musl's own functions tell. */
	struct thread *t = self();
	if (errno_location() != &t->errno_value || t->self != t || t->tid != (int)system4(SYS_GETTID, 0, 0, 0, 0) || t->locale != libc.global_locale)
		s->failure = 3;
}

struct fill {
	long offset; /* from the thread pointer */
	const void *from;
	word size, zero; /* bytes of from, and of zeros behind */
};

/* Gives thread-locals their initial values: in the template, and in all threads that there are. */
void rtdyld_fill(struct fill *f)
{
#ifdef __aarch64__
	unsigned char *at = image + (f->offset - 16);
	word used = at + f->size + f->zero - image;
#else
	unsigned char *at = image + ROOM + f->offset;
	word used = -f->offset;
#endif
	take(&making);
	memcpy(at, f->from, f->size);
	memset(at + f->size, 0, f->zero);
	if (used > all.length) {
		all.length = all.size = used;
#ifndef __aarch64__
		all.image = image + ROOM - used;
		all.offset = used;
#endif
	}
	lock_threads();
	struct thread *first = self(), *t = first;
	do {
		memcpy(POINTER(t) + f->offset, f->from, f->size);
		memset(POINTER(t) + f->offset + f->size, 0, f->zero);
		t = t->next;
	} while (t != first);
	unlock_threads();
	give(&making);
}

/* What a new owner of memory finds in it: all thread-locals but our words. */
__attribute__((visibility("hidden"))) void renew(struct thread *t)
{
	if (all.length <= RESERVED)
		return;
#ifdef __aarch64__
	memcpy(POINTER(t) + 16 + RESERVED, image + RESERVED, all.length - RESERVED);
#else
	memcpy(POINTER(t) - all.length, image + ROOM - all.length, all.length - RESERVED);
#endif
}
