/* Protocols by name and number, with the caller's memory. */
#include "c.h"

struct protoent { char *name, **aliases; int number; };
struct protoent *getprotobyname(const char *);
struct protoent *getprotobynumber(int);
char *strcpy(char *, const char *);

static int lock;

static void take(void)
{
	while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
		;
}

static void give(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

/* musl's are in one place, and have no aliases. The caller's buffer has an empty list, then the name. */
static int copy(const struct protoent *from, struct protoent *to, char *buffer, size_t size, struct protoent **result)
{
	*result = NULL;
	if (!from)
		return 0;
	size_t pad = -(uintptr_t)buffer & 7, n = strlen(from->name) + 1;
	if (size < pad || size - pad < sizeof(char *) + n)
		return ERANGE;
	char **list = (char **)(buffer + pad);
	*list = NULL;
	to->aliases = list;
	to->name = strcpy((char *)(list + 1), from->name);
	to->number = from->number;
	*result = to;
	return 0;
}

int getprotobyname_r(const char *name, struct protoent *to, char *buffer, size_t size, struct protoent **result)
{
	take();
	int r = copy(getprotobyname(name), to, buffer, size, result);
	give();
	return r;
}

int getprotobynumber_r(int number, struct protoent *to, char *buffer, size_t size, struct protoent **result)
{
	take();
	int r = copy(getprotobynumber(number), to, buffer, size, result);
	give();
	return r;
}
