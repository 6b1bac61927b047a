// thread-locals with values, alignments and large ones, in many threads.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static __thread int a = 5;
__thread char text[100] = "initial";
static __thread struct { char c; _Alignas(64) int v; } aligned = {1, 7};
static __thread long zero[200];
static __thread int *pointer = NULL;
__thread int extern_like = 77;
static void *run(void *p)
{
	long ok = a == 5 && !strcmp(text, "initial") && aligned.v == 7 && (uintptr_t)&aligned.v % 64 == 0 && zero[0] == 0 && zero[199] == 0 && !pointer && extern_like == 77;
	a = (long)p, pointer = &a, zero[100] = (long)p, strcpy(text, "changed"), extern_like++;
	for (int i = 0; i < 200; i++)
		zero[i] += i;
	ok &= *pointer == (long)p && zero[100] == (long)p + 100;
	return (void *)ok;
}
int main(void)
{
	pthread_t t[10];
	printf("%ld\n", (long)run((void *)9));
	for (int round = 0; round < 3; round++) {
		for (long i = 0; i < 10; i++)
			pthread_create(&t[i], NULL, run, (void *)i);
		for (int i = 0; i < 10; i++) {
			void *r;
			pthread_join(t[i], &r), printf("%ld", (long)r);
		}
	}
	printf("\n%d %s\n", a, text);
	return 0;
}
