/* What the test programs have in common: checks, and an allocator of whole pages that counts. C89 and C++. */
#ifndef TEST_H
#define TEST_H

#include "rtdyld.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pages.h"

/* Objects are COFF on Windows: their symbols have no sizes, data of them no kind. */
#ifdef _WIN32
#define COFF 1
static const char *const cxx_libraries[] = {"libstdc++-6.dll", "libgcc_s_seh-1.dll"}; /* what C++ objects need */
#define LIBM "msvcrt.dll" /* what has the functions of math.h */
#else
#define COFF 0
static const char *const cxx_libraries[] = {"libstdc++.so.6"};
#define LIBM "libm.so.6"
#endif
enum { CXX_LIBRARIES = sizeof cxx_libraries / sizeof *cxx_libraries };

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
	h->base = pages_reserve(h->size);
	h->next = h->base;
}

static void heap_close(heap *h) { pages_free(h->base, h->size); }

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
	if (p + size > h->base + h->size || pages_protect(p, size, "rw-"))
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
		const char *prot = kinds[i] == RTDYLD_KIND_CODE ? "r-x" : kinds[i] == RTDYLD_KIND_READ_ONLY ? "r--" : "rw-";
		CHECK(blocks[i].address == (uintptr_t)blocks[i].memory && blocks[i].size > 0);
		if (h->by_library)
			CHECK(permitted(blocks[i].memory, prot));
		else if (pages_protect(blocks[i].memory, (size_t)blocks[i].size, prot))
			return *text = strdup("no such permissions"), 1;
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
			CHECK(pages_protect(blocks[i].memory, (size_t)blocks[i].size, "---") == 0);
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
	(void)cxx_libraries, (void)slurp, (void)permitted, (void)heap_open, (void)heap_close, (void)heap_code, (void)heap_data, (void)heap_functions, (void)done, (void)use_heap;
}

#endif
