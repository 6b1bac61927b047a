/* OpenSSL's hash functions, their code for this processor where they have one: sha BYTES OUTPUT. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH(name, context, init, update, final, size) \
	do { \
		unsigned char sum[size]; \
		context c; \
		init(&c); \
		for (size_t i = 0, step = 1; i < n; i += step, step = step * 5 % 8191 + 1) \
			update(&c, data + i, step < n - i ? step : n - i); \
		final(sum, &c); \
		fprintf(out, "%s ", name); \
		for (size_t i = 0; i < sizeof sum; i++) \
			fprintf(out, "%02x%s", sum[i], i == sizeof sum - 1 ? "\n" : ""); \
	} while (0)

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	unsigned char *data = malloc(n);
	FILE *out = stdout;
	unsigned seed = 1;
	for (size_t i = 0; i < n; i++)
		data[i] = (seed = seed * 1664525 + 1013904223) >> 24;
	HASH("sha1", SHA_CTX, SHA1_Init, SHA1_Update, SHA1_Final, SHA_DIGEST_LENGTH);
	HASH("sha224", SHA256_CTX, SHA224_Init, SHA224_Update, SHA224_Final, SHA224_DIGEST_LENGTH);
	HASH("sha256", SHA256_CTX, SHA256_Init, SHA256_Update, SHA256_Final, SHA256_DIGEST_LENGTH);
	HASH("sha384", SHA512_CTX, SHA384_Init, SHA384_Update, SHA384_Final, SHA384_DIGEST_LENGTH);
	HASH("sha512", SHA512_CTX, SHA512_Init, SHA512_Update, SHA512_Final, SHA512_DIGEST_LENGTH);
	fprintf(out, "%s\n", OpenSSL_version(OPENSSL_VERSION));
	free(data);
	return 0;
}
