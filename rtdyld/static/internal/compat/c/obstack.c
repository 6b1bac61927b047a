/* glibc's stacks of objects: its header has the fast half as macros over this structure. */
#include "c.h"

int vasprintf(char **, const char *, va_list);

struct chunk { char *limit; struct chunk *before; char contents[]; };

struct obstack {
	long size;
	struct chunk *chunk;
	char *base, *next, *limit;
	long temporary;
	int mask;
	union { struct chunk *(*plain)(long); struct chunk *(*extra)(void *, long); } make;
	union { void (*plain)(struct chunk *); void (*extra)(void *, struct chunk *); } drop;
	void *argument;
	unsigned has_argument : 1, maybe_empty : 1, failed : 1;
};

_Noreturn static void out_of_memory(void)
{
	abort();
}

void (*obstack_alloc_failed_handler)(void) = out_of_memory;
int obstack_exit_failure = 1;

static struct chunk *make(struct obstack *o, long size)
{
	struct chunk *c = o->has_argument ? o->make.extra(o->argument, size) : o->make.plain(size);
	if (!c)
		obstack_alloc_failed_handler();
	return c;
}

static void drop(struct obstack *o, struct chunk *c)
{
	if (o->has_argument)
		o->drop.extra(o->argument, c);
	else
		o->drop.plain(c);
}

/* As the header aligns: from 0. */
static char *aligned(struct obstack *o, char *p) { return (char *)(((uintptr_t)p + o->mask) & ~(uintptr_t)o->mask); }

static int begin(struct obstack *o, int size, int alignment)
{
	if (alignment == 0)
		alignment = 16;
	if (size == 0)
		size = 4096 - 32;
	o->size = size;
	o->mask = alignment - 1;
	struct chunk *c = o->chunk = make(o, size);
	o->next = o->base = aligned(o, c->contents);
	o->limit = c->limit = (char *)c + size;
	c->before = NULL;
	o->maybe_empty = 0;
	o->failed = 0;
	return 1;
}

int _obstack_begin(struct obstack *o, int size, int alignment, struct chunk *(*get)(long), void (*put)(struct chunk *))
{
	o->make.plain = get;
	o->drop.plain = put;
	o->has_argument = 0;
	return begin(o, size, alignment);
}

int _obstack_begin_1(struct obstack *o, int size, int alignment, struct chunk *(*get)(void *, long), void (*put)(void *, struct chunk *), void *argument)
{
	o->make.extra = get;
	o->drop.extra = put;
	o->argument = argument;
	o->has_argument = 1;
	return begin(o, size, alignment);
}

/* A chunk that has n bytes more than the object that grows, which moves there. */
void _obstack_newchunk(struct obstack *o, int n)
{
	struct chunk *old = o->chunk;
	long have = o->next - o->base;
	long size = have + n + (have >> 3) + o->mask + (long)sizeof(struct chunk) + 100;
	if (size < o->size)
		size = o->size;
	struct chunk *c = make(o, size);
	c->before = old;
	c->limit = o->limit = (char *)c + size;
	o->chunk = c;
	char *base = aligned(o, c->contents);
	memcpy(base, o->base, have);
	if (!o->maybe_empty && o->base == aligned(o, old->contents)) { /* nothing else was in it */
		c->before = old->before;
		drop(o, old);
	}
	o->base = base;
	o->next = base + have;
	o->maybe_empty = 0;
}

static int within(struct chunk *c, void *p) { return (char *)p > (char *)c && (char *)p <= c->limit; }

int _obstack_allocated_p(struct obstack *o, void *p)
{
	struct chunk *c = o->chunk;
	while (c && !within(c, p))
		c = c->before;
	return c != NULL;
}

void obstack_free(struct obstack *o, void *p)
{
	struct chunk *c = o->chunk;
	while (c && !within(c, p)) {
		struct chunk *before = c->before;
		drop(o, c);
		c = before;
		o->maybe_empty = 1;
	}
	if (c) {
		o->base = o->next = p;
		o->limit = c->limit;
		o->chunk = c;
	} else if (p) {
		abort(); /* it was no object of o */
	}
}

void _obstack_free(struct obstack *o, void *p) { obstack_free(o, p); }

int _obstack_memory_used(struct obstack *o)
{
	int n = 0;
	for (struct chunk *c = o->chunk; c; c = c->before)
		n += c->limit - (char *)c;
	return n;
}

int obstack_vprintf(struct obstack *o, const char *format, va_list a)
{
	char *text;
	int n = vasprintf(&text, format, a);
	if (n < 0)
		return n;
	if (o->limit - o->next < n)
		_obstack_newchunk(o, n);
	memcpy(o->next, text, n);
	o->next += n;
	free(text);
	return n;
}

int obstack_printf(struct obstack *o, const char *format, ...)
{
	va_list a;
	va_start(a, format);
	int n = obstack_vprintf(o, format, a);
	va_end(a);
	return n;
}

int __obstack_vprintf_chk(struct obstack *o, int flag, const char *format, va_list a) { return obstack_vprintf(o, format, a); }

int __obstack_printf_chk(struct obstack *o, int flag, const char *format, ...)
{
	va_list a;
	va_start(a, format);
	int n = obstack_vprintf(o, format, a);
	va_end(a);
	return n;
}
