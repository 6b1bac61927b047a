/* What the test programs have in common: checks, and an allocator over mmap that counts. C89 and C++. */
#ifndef TEST_H
#define TEST_H

#include "rtdyld.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int failures;

#define CHECK(x)                                                         \
	do {                                                                 \
		if (!(x)) {                                                      \
			fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #x); \
			failures++;                                                  \
		}                                                                \
	} while (0)

/* OK makes a call with `&error` in it that must succeed. */
#define OK(call)                                                                                           \
	do {                                                                                                   \
		rtdyld_error *error = NULL;                                                                        \
		rtdyld_status status_ = (call);                                                                    \
		if (status_ || error) {                                                                            \
			fprintf(stderr, "%s:%d: %s: %d: %s\n", __FILE__, __LINE__, #call, (int)status_, rtdyld_error_message(error)); \
			failures++;                                                                                    \
			rtdyld_error_free(error);                                                                      \
		}                                                                                                  \
	} while (0)

/* FAILS makes a call that must fail with a status and with words in its message. */
#define FAILS(call, want, words)                                                                            \
	do {                                                                                                    \
		rtdyld_error *error = NULL;                                                                         \
		rtdyld_status status_ = (call);                                                                     \
		if (status_ != (want) || rtdyld_error_status(error) != (want) || !strstr(rtdyld_error_message(error), words)) { \
			fprintf(stderr, "%s:%d: %s: %d, wanted %d with \"%s\": %s\n", __FILE__, __LINE__, #call, (int)status_, \
			        (int)(want), words, rtdyld_error_message(error));                                       \
			failures++;                                                                                     \
		}                                                                                                   \
		rtdyld_error_free(error);                                                                           \
	} while (0)

static int done(const char *name)
{
	if (failures)
		return fprintf(stderr, "%s: %d failures\n", name, failures), 1;
	printf("%s: ok\n", name);
	return 0;
}

/* FUNCTION is an address as a function of a type. */
#define FUNCTION(type, address) ((type)(uintptr_t)(address))
typedef int (*int_fn)(void);
typedef int (*int2_fn)(int, int);

/* A file in memory, from malloc. */
static void *slurp(const char *path, size_t *length)
{
	FILE *f = fopen(path, "rb");
	char *data = NULL;
	long n;
	*length = 0;
	if (!f)
		return perror(path), exit(2), data;
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	rewind(f);
	data = (char *)malloc((size_t)n);
	if (fread(data, 1, (size_t)n, f) != (size_t)n)
		exit(2);
	fclose(f);
	*length = (size_t)n;
	return data;
}

/* bad_pages counts pages of this process that are writable and executable; valgrind has some of its own. */
static int bad_pages(void)
{
	char line[512];
	int bad = 0;
	FILE *f = fopen("/proc/self/maps", "r");
	if (!f || getenv("TEST_VALGRIND"))
		return 0;
	while (fgets(line, sizeof line, f))
		if (strstr(line, " rwx"))
			bad++;
	fclose(f);
	return bad;
}

/* permissions is "r-xp" for code, of the page at an address; "" if it is not mapped. */
static const char *permissions(const void *address)
{
	static char prot[8];
	char line[512];
	unsigned long at = (unsigned long)address, from, to;
	FILE *f = fopen("/proc/self/maps", "r");
	prot[0] = 0;
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from <= at && at < to) {
			sscanf(line, "%*s %7s", prot);
			break;
		}
	if (f)
		fclose(f);
	return prot;
}

/* permitted compares them, but in an emulator, whose maps show how it has them itself. */
static int permitted(const void *address, const char *want)
{
	return getenv("TEST_EMULATED") || strncmp(permissions(address), want, 3) == 0;
}

/* A heap maps one region, so that all is within reach, and gives whole pages of it. */
typedef struct heap {
	unsigned char *base, *next;
	size_t size;
	int fail_at;                  /* the allocation that fails, counted from 1; 0: none */
	int asked, given, freed;      /* allocations */
	int finalized, destroyed;     /* calls */
	int reserved;
	size_t promised;              /* bytes reserved and not given yet */
	int keep;                     /* destroy and release keep the pages */
	int by_library;               /* the library changes permissions */
} heap;

static void heap_open(heap *h)
{
	memset(h, 0, sizeof *h);
	h->size = 16 << 20;
	h->base = (unsigned char *)mmap(NULL, h->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (h->base == (unsigned char *)MAP_FAILED)
		exit(2);
	h->next = h->base;
}

static void heap_close(heap *h) { munmap(h->base, h->size); }

static unsigned char *heap_take(heap *h, size_t size, size_t alignment)
{
	unsigned char *p;
	size_t page = 4096;
	h->asked++;
	if (h->asked == h->fail_at)
		return NULL;
	if (alignment < page)
		alignment = page;
	p = (unsigned char *)(((uintptr_t)h->next + alignment - 1) & ~(uintptr_t)(alignment - 1));
	size = (size + page - 1) & ~(page - 1);
	if (p + size > h->base + h->size || mprotect(p, size, PROT_READ | PROT_WRITE))
		return NULL;
	memset(p, 0xcc, size); /* the library clears it */
	h->next = p + size;
	h->given++;
	return p;
}

static unsigned char *heap_code(void *opaque, size_t size, size_t alignment, uint32_t id, const char *name)
{
	(void)id;
	CHECK(name != NULL && size > 0);
	return heap_take((heap *)opaque, size, alignment);
}

static unsigned char *heap_data(void *opaque, size_t size, size_t alignment, uint32_t id, const char *name, int read_only)
{
	(void)id;
	CHECK(name != NULL && size > 0 && (read_only == 0 || read_only == 1));
	return heap_take((heap *)opaque, size, alignment);
}

static int heap_finalize(void *opaque, const rtdyld_block *blocks, const rtdyld_kind *kinds, size_t count, char **text)
{
	heap *h = (heap *)opaque;
	size_t i;
	(void)text;
	h->finalized++;
	for (i = 0; i < count; i++) {
		int prot = kinds[i] == RTDYLD_KIND_CODE ? PROT_READ | PROT_EXEC : kinds[i] == RTDYLD_KIND_READ_ONLY ? PROT_READ : PROT_READ | PROT_WRITE;
		CHECK(blocks[i].address == (uintptr_t)blocks[i].memory && blocks[i].size > 0);
		if (h->by_library)
			CHECK(permitted(blocks[i].memory, kinds[i] == RTDYLD_KIND_CODE ? "r-x" : kinds[i] == RTDYLD_KIND_READ_ONLY ? "r--" : "rw-"));
		else if (mprotect(blocks[i].memory, (size_t)blocks[i].size, prot))
			return *text = strdup("mprotect failed"), 1;
	}
	CHECK(bad_pages() == 0);
	return 0;
}

static void heap_destroy(void *opaque) { ((heap *)opaque)->destroyed++; }

static int heap_reserve(void *opaque, const rtdyld_reserve *need, char **text)
{
	heap *h = (heap *)opaque;
	(void)text;
	h->reserved++;
	CHECK(need->size >= sizeof *need && need->code_alignment > 0);
	h->promised = (size_t)(need->code_bytes + need->read_only_bytes + need->writable_bytes);
	return 0;
}

static int heap_allocate(void *opaque, const rtdyld_request *request, rtdyld_block *block, char **text)
{
	heap *h = (heap *)opaque;
	CHECK(request->size >= sizeof *request && request->object != NULL && request->section != NULL);
	CHECK(request->bytes <= h->promised);
	h->promised -= (size_t)request->bytes;
	block->memory = heap_take(h, (size_t)request->bytes, (size_t)request->alignment);
	block->address = (uintptr_t)block->memory;
	block->size = request->bytes;
	block->user = h;
	if (!block->memory)
		return *text = strdup("the heap is full"), 1;
	return 0;
}

static int heap_release(void *opaque, const rtdyld_block *blocks, size_t count, char **text)
{
	heap *h = (heap *)opaque;
	size_t i;
	(void)text;
	for (i = 0; i < count; i++) {
		CHECK(blocks[i].user == h);
		h->freed++;
		if (!h->keep)
			CHECK(mprotect(blocks[i].memory, (size_t)blocks[i].size, PROT_NONE) == 0);
	}
	return 0;
}

static void heap_functions(heap *h, rtdyld_memory_functions *f)
{
	RTDYLD_INIT(f);
	f->opaque = h;
	f->reserve = heap_reserve;
	f->allocate = heap_allocate;
	f->finalize = heap_finalize;
	f->release = heap_release;
	f->destroy = heap_destroy;
}

/* use_heap keeps compilers quiet about what a program does not use. */
static void use_heap(void)
{
	(void)slurp, (void)permitted, (void)heap_open, (void)heap_close, (void)heap_code, (void)heap_data, (void)heap_functions, (void)done, (void)use_heap;
}

#endif
