// readers and writers.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static long value, twice, bad;
static void *reader(void *p) { for (int i = 0; i < 2000; i++) { pthread_rwlock_rdlock(&l); if (twice != 2 * value) bad++; pthread_rwlock_unlock(&l); } return NULL; }
static void *writer(void *p) { for (int i = 0; i < 2000; i++) { pthread_rwlock_wrlock(&l), value++, twice += 2, pthread_rwlock_unlock(&l); } return NULL; }
int main(void)
{
	pthread_t t[6];
	for (int i = 0; i < 6; i++)
		pthread_create(&t[i], NULL, i < 4 ? reader : writer, NULL);
	for (int i = 0; i < 6; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld %ld\n", value, twice, bad);
	int a = pthread_rwlock_rdlock(&l), b = pthread_rwlock_tryrdlock(&l), c = pthread_rwlock_trywrlock(&l);
	printf("%d %d %d\n", a, b, c == EBUSY);
	pthread_rwlock_unlock(&l), pthread_rwlock_unlock(&l);
	a = pthread_rwlock_trywrlock(&l), b = pthread_rwlock_tryrdlock(&l);
	printf("%d %d\n", a, b == EBUSY);
	return 0;
}
