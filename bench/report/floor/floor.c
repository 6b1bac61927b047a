// What no linker can leave out that loads and relocates ELF objects for x86-64, done by the shortest code that does it
// for well-formed input: nothing is checked, no group is dropped, nothing is told of.
//
//	layout   where each section is that is in memory
//	copy     its contents, in memory that is touched for the first time
//	names    one hash and one look-up a global symbol
//	relocs   one addition and one write a record
//	protect  one call for code and constants
//
//	floor [-huge] [-n RUNS] @LIST      LIST: a file name a line
//
// prints a line a phase with the least processor time of the runs, in nanoseconds. Files are in memory before the clock starts,
// and what the program itself needs has been touched from the second run on.
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct object {
	char *file;
	Elf64_Shdr *sections;
	unsigned nsections;
	Elf64_Sym *symbols;
	size_t nsymbols;
	const char *strings;
	char **at;        // by section
	uint64_t *values; // by symbol
};

static struct object *objects;
static size_t nobjects;

static void *must(void *p) {
	if (!p || p == MAP_FAILED) {
		perror("floor");
		exit(1);
	}
	return p;
}

static void open_object(const char *name) {
	struct stat st;
	int fd = open(name, O_RDONLY);
	if (fd < 0 || fstat(fd, &st)) {
		perror(name);
		exit(1);
	}
	objects = must(realloc(objects, (nobjects + 1) * sizeof *objects));
	struct object *o = &objects[nobjects++];
	o->file = must(malloc(st.st_size));
	if (read(fd, o->file, st.st_size) != st.st_size) {
		perror(name);
		exit(1);
	}
	close(fd);
	Elf64_Ehdr *h = (Elf64_Ehdr *)o->file;
	o->sections = (Elf64_Shdr *)(o->file + h->e_shoff);
	o->nsections = h->e_shnum ? h->e_shnum : o->sections->sh_size;
	o->nsymbols = 0;
	for (unsigned i = 0; i < o->nsections; i++)
		if (o->sections[i].sh_type == SHT_SYMTAB) {
			o->symbols = (Elf64_Sym *)(o->file + o->sections[i].sh_offset);
			o->nsymbols = o->sections[i].sh_size / sizeof *o->symbols;
			o->strings = o->file + o->sections[o->sections[i].sh_link].sh_offset;
		}
	o->at = must(calloc(o->nsections + 1, sizeof *o->at));
	o->values = must(calloc(o->nsymbols + 1, sizeof *o->values));
}

enum { CODE, CONSTANTS, DATA, KINDS };

static int kind(const Elf64_Shdr *s) {
	return s->sh_flags & SHF_EXECINSTR ? CODE : s->sh_flags & SHF_WRITE ? DATA : CONSTANTS;
}

static size_t start[KINDS + 1]; // of the kinds, and the end

// layout puts sections of a kind side by side; at has offsets then.
static void layout(void) {
	size_t end[KINDS] = {0};
	for (struct object *o = objects; o < objects + nobjects; o++)
		for (unsigned i = 0; i < o->nsections; i++) {
			Elf64_Shdr *s = &o->sections[i];
			if (!(s->sh_flags & SHF_ALLOC))
				continue;
			size_t align = s->sh_addralign ? s->sh_addralign : 1, *e = &end[kind(s)];
			*e = (*e + align - 1) & -align;
			o->at[i] = (char *)*e;
			*e += s->sh_size;
		}
	for (int k = 0; k < KINDS; k++)
		start[k + 1] = start[k] + ((end[k] + 4095) & -4096ul);
}

// copy fills memory; at has addresses then.
static void copy(char *memory) {
	for (struct object *o = objects; o < objects + nobjects; o++)
		for (unsigned i = 0; i < o->nsections; i++) {
			Elf64_Shdr *s = &o->sections[i];
			if (!(s->sh_flags & SHF_ALLOC))
				continue;
			o->at[i] = memory + start[kind(s)] + (size_t)o->at[i];
			if (s->sh_type != SHT_NOBITS)
				memcpy(o->at[i], o->file + s->sh_offset, s->sh_size);
		}
}

static struct entry {
	const char *name;
	uint64_t hash, value;
} *table;
static size_t slots; // a power of two

static struct entry *look_up(const char *name) {
	uint64_t h = 0xcbf29ce484222325;
	for (const char *p = name; *p; p++)
		h = (h ^ (unsigned char)*p) * 0x100000001b3;
	for (size_t i = h >> 20 & (slots - 1);; i = (i + 1) & (slots - 1)) {
		struct entry *e = &table[i];
		if (!e->name)
			*e = (struct entry){name, h, 0};
		else if (e->hash != h || strcmp(e->name, name))
			continue;
		return e;
	}
}

static size_t nnames;

// names gives symbols their values, those that are undefined once all definitions are known.
static void names(char *memory) {
	nnames = 0;
	for (struct object *o = objects; o < objects + nobjects; o++)
		for (size_t i = 1; i < o->nsymbols; i++) {
			Elf64_Sym *s = &o->symbols[i];
			if (s->st_shndx == SHN_UNDEF || s->st_shndx >= SHN_LORESERVE)
				continue;
			o->values[i] = (uint64_t)o->at[s->st_shndx] + s->st_value;
			if (ELF64_ST_BIND(s->st_info) == STB_LOCAL)
				continue;
			nnames++;
			struct entry *e = look_up(o->strings + s->st_name);
			if (!e->value)
				e->value = o->values[i];
			o->values[i] = e->value;
		}
	for (struct object *o = objects; o < objects + nobjects; o++)
		for (size_t i = 1; i < o->nsymbols; i++)
			if (o->symbols[i].st_shndx == SHN_UNDEF) {
				nnames++;
				struct entry *e = look_up(o->strings + o->symbols[i].st_name);
				o->values[i] = e->value ? e->value : (uint64_t)memory;
			}
}

static size_t nrelocs;

static void relocs(void) {
	nrelocs = 0;
	for (struct object *o = objects; o < objects + nobjects; o++)
		for (unsigned i = 0; i < o->nsections; i++) {
			Elf64_Shdr *s = &o->sections[i];
			if (s->sh_type != SHT_RELA || !(o->sections[s->sh_info].sh_flags & SHF_ALLOC))
				continue;
			char *at = o->at[s->sh_info];
			Elf64_Rela *r = (Elf64_Rela *)(o->file + s->sh_offset), *end = r + s->sh_size / sizeof *r;
			nrelocs += end - r;
			for (; r < end; r++) {
				char *field = at + r->r_offset;
				uint64_t value = o->values[ELF64_R_SYM(r->r_info)] + r->r_addend;
				switch (ELF64_R_TYPE(r->r_info)) {
				case R_X86_64_64:
					memcpy(field, &value, 8);
					break;
				case R_X86_64_NONE:
					break;
				default:
					value -= (uint64_t)field;
					memcpy(field, &value, 4);
				}
			}
		}
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

enum { LAYOUT, COPY, NAMES, RELOCS, PROTECT, ALL, PHASES };

int main(int argc, char **argv) {
	static const char *phases[] = {"layout", "copy", "names", "relocs", "protect", "all"};
	double least[PHASES], t[PHASES];
	int runs = 10, huge = 0;
	size_t symbols = 0, page = 2 << 20;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-huge"))
			huge = 1;
		else if (!strcmp(argv[i], "-n") && i + 1 < argc)
			runs = atoi(argv[++i]);
		else if (*argv[i] == '@') {
			char line[4096];
			FILE *f = must(fopen(argv[i] + 1, "r"));
			while (fgets(line, sizeof line, f)) {
				line[strcspn(line, "\n")] = 0;
				open_object(line);
			}
			fclose(f);
		} else
			open_object(argv[i]);
	}
	for (size_t i = 0; i < nobjects; i++)
		symbols += objects[i].nsymbols;
	for (slots = 1024; slots < 2 * symbols; slots *= 2)
		;
	table = must(malloc(slots * sizeof *table));
	for (int run = 0; run < runs; run++) {
		memset(table, 0, slots * sizeof *table);
		double begun = now();
		layout();
		t[LAYOUT] = now();
		size_t size = start[KINDS] + (huge ? page : 0);
		char *all = must(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)), *memory = all;
		if (huge) {
			memory = (char *)(((uintptr_t)all + page - 1) & -page);
			madvise(memory, all + size - memory, MADV_HUGEPAGE);
		}
		copy(memory);
		t[COPY] = now();
		names(memory);
		t[NAMES] = now();
		relocs();
		t[RELOCS] = now();
		mprotect(memory, start[CONSTANTS], PROT_READ | PROT_EXEC);
		mprotect(memory + start[CONSTANTS], start[DATA] - start[CONSTANTS], PROT_READ);
		t[PROTECT] = now();
		munmap(all, size);
		t[ALL] = t[PROTECT];
		for (int i = ALL; i >= 0; i--) {
			double took = i == ALL || i == 0 ? t[i] - begun : t[i] - t[i - 1];
			if (run == 0 || took < least[i])
				least[i] = took;
		}
	}
	for (int i = 0; i < PHASES; i++)
		printf("%s %.0f\n", phases[i], least[i]);
	printf("objects %zu bytes %zu names %zu relocs %zu\n", nobjects, start[KINDS], nnames, nrelocs);
	return 0;
}
