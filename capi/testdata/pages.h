/* Pages of memory and their permissions, on POSIX systems and on Windows. C89 and C++. */
#ifndef PAGES_H
#define PAGES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Permissions are written as "r-x", "rw-", "r--" and "---", as in /proc/self/maps.
 *
 *   pages_reserve   address space without memory; ends the program if there is none
 *   pages_protect   gives pages permissions, and memory, if they have had none; 0 for success
 *   pages_free      gives back what was reserved
 *   permissions     those of the page at an address; "" if it is not mapped
 *   bad_pages       counts regions of this process that are writable and executable; valgrind has some of its own
 */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static unsigned char *pages_reserve(size_t size)
{
	void *p = VirtualAlloc(NULL, size, MEM_RESERVE, PAGE_NOACCESS);
	if (!p)
		exit(2);
	return (unsigned char *)p;
}

static int pages_protect(void *memory, size_t size, const char *prot)
{
	DWORD old, how = prot[2] == 'x' ? PAGE_EXECUTE_READ : prot[1] == 'w' ? PAGE_READWRITE : prot[0] == 'r' ? PAGE_READONLY : PAGE_NOACCESS;
	return !VirtualAlloc(memory, size, MEM_COMMIT, how) || !VirtualProtect(memory, size, how, &old);
}

static void pages_free(void *memory, size_t size) { (void)size, VirtualFree(memory, 0, MEM_RELEASE); }

static const char *permissions(const void *address)
{
	MEMORY_BASIC_INFORMATION m;
	if (!VirtualQuery(address, &m, sizeof m) || m.State != MEM_COMMIT)
		return "";
	switch (m.Protect & 0xff) {
	case PAGE_EXECUTE:
	case PAGE_EXECUTE_READ:
		return "r-x";
	case PAGE_EXECUTE_READWRITE:
	case PAGE_EXECUTE_WRITECOPY:
		return "rwx";
	case PAGE_READWRITE:
	case PAGE_WRITECOPY:
		return "rw-";
	case PAGE_READONLY:
		return "r--";
	}
	return "---";
}

static int bad_pages(void)
{
	MEMORY_BASIC_INFORMATION m;
	const char *at = NULL;
	int bad = 0;
	for (; VirtualQuery(at, &m, sizeof m); at = (const char *)m.BaseAddress + m.RegionSize)
		bad += m.State == MEM_COMMIT && m.Type == MEM_PRIVATE && strcmp(permissions(at), "rwx") == 0;
	return bad;
}

#else
#include <sys/mman.h>

static unsigned char *pages_reserve(size_t size)
{
	void *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		exit(2);
	return (unsigned char *)p;
}

static int pages_protect(void *memory, size_t size, const char *prot)
{
	return mprotect(memory, size, (prot[0] == 'r' ? PROT_READ : 0) | (prot[1] == 'w' ? PROT_WRITE : 0) | (prot[2] == 'x' ? PROT_EXEC : 0));
}

static void pages_free(void *memory, size_t size) { munmap(memory, size); }

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
#endif

#endif
