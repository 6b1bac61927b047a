/* Random numbers of the BSDs, which glibc has since 2.36: the kernel's. */
#include "c.h"

int getentropy(void *, size_t);

void arc4random_buf(void *to, size_t n)
{
	for (char *p = to; n > 0;) {
		size_t part = n < 256 ? n : 256;
		if (getentropy(p, part) != 0)
			abort();
		p += part;
		n -= part;
	}
}

uint32_t arc4random(void)
{
	uint32_t v;
	arc4random_buf(&v, sizeof v);
	return v;
}

/* Each number below limit is as likely: what lies below the rest of 2^32 by it is thrown away. */
uint32_t arc4random_uniform(uint32_t limit)
{
	uint32_t v;
	if (limit < 2)
		return 0;
	do
		v = arc4random();
	while (v < -limit % limit);
	return v % limit;
}
