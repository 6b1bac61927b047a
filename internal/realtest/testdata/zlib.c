/* Round trips: zlib BYTES OUTPUT deflates that much, inflates it and compares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int work(const char *bytes, const char *path)
{
	FILE *out = strcmp(path, "-") ? fopen(path, "w") : stdout;
	size_t n = strtoul(bytes, NULL, 10);
	uLongf room = compressBound(n), packed, back = n;
	Bytef *data = malloc(n), *pack = malloc(room), *again = malloc(n);
	unsigned seed = 1;
	int bad = !out || !data || !pack || !again;
	for (size_t i = 0; !bad && i < n; i++) { /* text of a sort, with long repeats */
		seed = seed * 1664525 + 1013904223;
		data[i] = seed >> 24 < 200 && i >= 1000 ? data[i - 1000] : "etaoin shrdlu\n"[(seed >> 16) % 14];
	}
	for (int level = 1; !bad && level <= 6; level += 5) {
		packed = room;
		bad = compress2(pack, &packed, data, n, level) != Z_OK || uncompress(again, &back, pack, packed) != Z_OK || back != n || memcmp(data, again, n);
		fprintf(out, "level %d: %lu bytes, crc %08lx, adler %08lx\n", level, (unsigned long)packed, crc32(0, pack, packed), adler32(1, data, n));
	}
	fprintf(out, "%s %s\n", bad ? "damaged" : "good", zlibVersion());
	free(data), free(pack), free(again);
	if (out && out != stdout)
		fclose(out);
	return bad;
}

int main(int argc, char **argv) { return argc < 3 ? 2 : work(argv[1], argv[2]); }
