// Stacks of objects.
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long made, dropped;
static void *get(size_t n) { made++; return malloc(n); }
static void put(void *p) { dropped++; free(p); }
#define obstack_chunk_alloc get
#define obstack_chunk_free put
int main(void)
{
	struct obstack o;
	obstack_init(&o);
	char *first = obstack_copy0(&o, "first", 5);
	unsigned sum = 0;
	for (int i = 0; i < 2000; i++) {
		char *p = obstack_alloc(&o, i % 300 + 1);
		memset(p, i, i % 300 + 1);
		sum += p[i % 300];
		if ((unsigned long)p % 16)
			return 2;
	}
	for (int i = 0; i < 9000; i++)
		obstack_1grow(&o, 'a' + i % 26);
	obstack_grow0(&o, "end", 3);
	char *long_one = obstack_finish(&o);
	printf("%zu %s %u\n", strlen(long_one), long_one + 8990, sum);
	obstack_printf(&o, "%d-%s", 42, "text");
	obstack_1grow(&o, 0);
	puts(obstack_finish(&o));
	obstack_free(&o, first);
	char *again = obstack_alloc(&o, 4);
	printf("%d %d\n", again == first, made - dropped == 1);
	obstack_free(&o, NULL);
	printf("%d\n", made == dropped);
	return 0;
}
