// threads.h: threads, mutexes, conditions, storage.
#include <stdio.h>
#include <threads.h>
static mtx_t m;
static cnd_t c;
static tss_t key;
static int ready, sum, ended;
static void end(void *p) { mtx_lock(&m), ended++, mtx_unlock(&m); }
static int run(void *p)
{
	tss_set(key, p);
	mtx_lock(&m);
	while (!ready)
		cnd_wait(&c, &m);
	sum += *(int *)tss_get(key);
	mtx_unlock(&m);
	return *(int *)p * 2;
}
int main(void)
{
	thrd_t t[5];
	int v[5], total = 0;
	mtx_init(&m, mtx_plain), cnd_init(&c), tss_create(&key, end);
	for (int i = 0; i < 5; i++)
		v[i] = i + 1, thrd_create(&t[i], run, &v[i]);
	mtx_lock(&m), ready = 1, cnd_broadcast(&c), mtx_unlock(&m);
	for (int i = 0; i < 5; i++) {
		int r;
		thrd_join(t[i], &r), total += r;
	}
	printf("%d %d %d %d\n", sum, total, ended, mtx_trylock(&m) == thrd_success);
	return 0;
}
