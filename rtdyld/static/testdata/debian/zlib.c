// Debian's libz.a: compressing and back at all levels, checksums, files of gzip.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
int main(void)
{
	static unsigned char in[200000], out[220000], back[200000];
	unsigned x = 1;
	for (int i = 0; i < 200000; i++)
		x = x * 1664525 + 1013904223, in[i] = x >> 28 ? "etaoin shrdlu"[(x >> 20) % 13] : x >> 24;
	printf("%s %lx %lx\n", zlibVersion(), crc32(0, in, sizeof in), adler32(1, in, sizeof in));
	for (int level = 0; level < 10; level++) {
		uLongf n = sizeof out, m = sizeof back;
		int r = compress2(out, &n, in, sizeof in, level);
		printf("%d %d %lu", level, r, n), printf(" %d %d\n", uncompress(back, &m, out, n), memcmp(in, back, sizeof in));
	}
	out[500] ^= 1;
	uLongf m = sizeof back;
	printf("%d\n", uncompress(back, &m, out, 60000));
	char name[] = "/tmp/zlibXXXXXX", line[100];
	close(mkstemp(name));
	gzFile f = gzopen(name, "wb9");
	for (int i = 0; i < 5000; i++)
		gzprintf(f, "line %d\n", i);
	gzclose(f), f = gzopen(name, "rb");
	int n = 0;
	while (gzgets(f, line, sizeof line))
		n++;
	printf("%d %s", n, line), gzclose(f), unlink(name);
	return 0;
}
