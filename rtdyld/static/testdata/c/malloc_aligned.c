// aligned_alloc, posix_memalign, failing sizes.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	void *p = NULL;
	for (size_t a = 8; a <= 65536; a *= 2) {
		int r = posix_memalign(&p, a, a + 5);
		printf("%d%d", r, (int)((uintptr_t)p % a)), free(p);
		p = aligned_alloc(a, a), printf("%d ", (int)((uintptr_t)p % a)), free(p);
	}
	printf("%d\n", posix_memalign(&p, 3, 8));
	errno = 0, p = malloc(SIZE_MAX / 2), printf("%d %d\n", p == NULL, errno == ENOMEM);
	errno = 0, p = calloc(SIZE_MAX / 4, 8), printf("%d %d\n", p == NULL, errno == ENOMEM);
	p = malloc(0), printf("%d\n", p != NULL), p = realloc(p, 100), printf("%d\n", malloc_usable_size(p) >= 100), free(p), free(NULL);
	p = reallocarray(NULL, 10, 10), printf("%d %d\n", p != NULL, reallocarray(p, SIZE_MAX / 2, 4) == NULL);
	return 0;
}
