/* CRC-32 as in IEEE 802.3, by a table made at the first call. It needs no library.
 * gcc -O2 -c crc.c */
static unsigned table[256];
const unsigned polynomial = 0xedb88320;

void make(void)
{
	for (unsigned i = 0; i < 256; i++) {
		unsigned c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ polynomial : c >> 1;
		table[i] = c;
	}
}

static void (*first)(void) = make; /* an address to relocate */

unsigned crc(const unsigned char *p, unsigned long n)
{
	unsigned c = ~0u;
	if (first)
		first(), first = 0;
	while (n--)
		c = table[(c ^ *p++) & 255] ^ c >> 8;
	return ~c;
}
