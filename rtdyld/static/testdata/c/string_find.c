// strchr, strstr and their kin.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#define AT(p) ((p) ? (long)((const char *)(p) - s) : -1L)
int main(void)
{
	static const char s[] = "the quick brown fox jumps over the lazy dog, then sleeps";
	printf("%ld %ld %ld %ld\n", AT(strchr(s, 'q')), AT(strrchr(s, 'e')), AT(strchr(s, 'Z')), AT(strchr(s, 0)));
	printf("%ld %ld %ld\n", AT(strchrnul(s, '!')), AT(memchr(s, 'x', 10)), AT(memrchr(s, 't', sizeof s)));
	const char *words[] = {"the", "then", "lazy dog", "", "z", "dogs", "sleeps", "over the lazy dog,", "quick brown fox jumps over the lazy dog, then"};
	for (int i = 0; i < 9; i++)
		printf("%ld %ld %ld\n", AT(strstr(s, words[i])), AT(memmem(s, sizeof s - 1, words[i], strlen(words[i]))), AT(strcasestr(s, words[i])));
	printf("%zu %zu %ld\n", strspn(s, "eht q"), strcspn(s, "xyz"), AT(strpbrk(s, ",.")));
	return 0;
}
