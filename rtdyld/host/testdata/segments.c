// A library that looks for addresses in the segments of all images, as garbage collectors do, and a program with variables that lie pages apart.
#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>

int listed(void *p);

#ifdef READER
struct search {
	uintptr_t addr;
	int found;
};

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	struct search *s = data;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_LOAD && p->p_flags & PF_W && s->addr - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
			s->found++;
	}
	return 0;
}

int listed(void *p)
{
	struct search s = {(uintptr_t)p, 0};
	dl_iterate_phdr(look, &s);
	return s.found;
}
#endif

#ifdef PROGRAM
#define FAR(n) static __attribute__((aligned(0x4000))) char data##n[16] = {1}, zero##n[16];
#define TEN(f, n) f(n##0) f(n##1) f(n##2) f(n##3) f(n##4) f(n##5) f(n##6) f(n##7) f(n##8) f(n##9)
#define ALL(f) TEN(f, 1) TEN(f, 2) TEN(f, 3) TEN(f, 4)
ALL(FAR)
static char large[1 << 20];
static const char constant[100] = {1};

#define ENTRY(n) data##n, zero##n,
static char *all[] = {ALL(ENTRY) large, large + sizeof large - 1, (char *)all};

int number(void) { return sizeof all / sizeof *all; }

// now is how many of the variables are listed once.
int now(void)
{
	int n = 0;
	for (int i = 0; i < number(); i++)
		n += listed(all[i]) == 1;
	return n;
}

static int early; // what the constructor found
__attribute__((constructor)) static void start(void) { early = now(); }
int at_first(void) { return early; }
int of_constants(void) { return listed((void *)constant); }
void *where(void) { return large; }
#endif
