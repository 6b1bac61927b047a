// Debian's libcrypto.a: digests, ciphers, keys that are made, signed with and verified, big numbers, encodings.
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <stdio.h>
#include <string.h>
static void hex(const char *what, const unsigned char *b, size_t n)
{
	printf("%s ", what);
	for (size_t i = 0; i < n; i++)
		printf("%02x", b[i]);
	puts("");
}
int main(void)
{
	unsigned char in[1000], out[1100], key[32] = "0123456789abcdef0123456789abcde", iv[16] = "abcdefghijklmno", tag[16];
	unsigned n;
	int a, b;
	for (int i = 0; i < 1000; i++)
		in[i] = i * 7;
	puts(OpenSSL_version(OPENSSL_VERSION));
	const char *digests[] = {"MD5", "SHA1", "SHA256", "SHA512", "SHA3-256", "BLAKE2b512", "SM3", "SHAKE128"};
	for (int i = 0; i < 8; i++)
		EVP_Digest(in, sizeof in, out, &n, EVP_get_digestbyname(digests[i]), NULL), hex(digests[i], out, n);
	const char *ciphers[] = {"AES-128-CBC", "AES-256-CTR", "AES-256-GCM", "CHACHA20", "CAMELLIA-128-CBC"};
	for (int i = 0; i < 5; i++) {
		EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
		EVP_EncryptInit_ex(c, EVP_get_cipherbyname(ciphers[i]), NULL, key, iv), EVP_EncryptUpdate(c, out, &a, in, sizeof in), EVP_EncryptFinal_ex(c, out + a, &b);
		if (EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1 && i == 2)
			hex("tag", tag, 16);
		hex(ciphers[i], out + a + b - 16, 16), EVP_CIPHER_CTX_free(c);
	}
	PKCS5_PBKDF2_HMAC("password", 8, iv, 16, 1000, EVP_sha256(), 32, out), hex("pbkdf2", out, 32);
	for (int kind = 0; kind < 3; kind++) {
		EVP_PKEY *k = kind == 0 ? EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)1024) : kind == 1 ? EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256") : EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
		EVP_MD_CTX *m = EVP_MD_CTX_new();
		size_t len = sizeof out;
		const EVP_MD *md = kind == 2 ? NULL : EVP_sha256();
		int r = EVP_DigestSignInit(m, NULL, md, NULL, k) == 1 && EVP_DigestSign(m, out, &len, in, sizeof in) == 1;
		EVP_MD_CTX_free(m), m = EVP_MD_CTX_new();
		int v = EVP_DigestVerifyInit(m, NULL, md, NULL, k) == 1 && EVP_DigestVerify(m, out, len, in, sizeof in) == 1;
		EVP_MD_CTX_free(m), m = EVP_MD_CTX_new(), in[0] ^= 1;
		int w = EVP_DigestVerifyInit(m, NULL, md, NULL, k) == 1 && EVP_DigestVerify(m, out, len, in, sizeof in) == 1;
		in[0] ^= 1, printf("%d %d %d %d\n", kind, r, v, w), EVP_MD_CTX_free(m);
		BIO *o = BIO_new(BIO_s_mem());
		char line[80];
		PEM_write_bio_PUBKEY(o, k), BIO_gets(o, line, sizeof line), printf("%s", line), BIO_free(o), EVP_PKEY_free(k);
	}
	BIGNUM *x = NULL, *y = BN_new(), *z = BN_new();
	BN_CTX *c = BN_CTX_new();
	BN_dec2bn(&x, "123456789012345678901234567890123456789"), BN_set_word(y, 65537), BN_exp(z, x, BN_value_one(), c), BN_mul(z, x, x, c), BN_mod_exp(y, x, y, z, c);
	char *s = BN_bn2dec(z);
	puts(s), OPENSSL_free(s);
	BN_generate_prime_ex(y, 256, 0, NULL, NULL, NULL), printf("%d %d\n", BN_check_prime(y, c, NULL), BN_num_bits(y));
	printf("%d\n", RAND_bytes(out, 32)), EVP_EncodeBlock(out, in, 30), puts((char *)out);
	EVP_CIPHER_fetch(NULL, "no such cipher", NULL);
	char e[200];
	ERR_error_string_n(ERR_get_error(), e, sizeof e), puts(strrchr(e, ':'));
	return 0;
}
