// atomic operations of all sizes.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
int main(void)
{
	_Atomic uint8_t a = 200;
	_Atomic int16_t b = -5;
	_Atomic uint32_t c = 7;
	_Atomic int64_t d = 1;
	printf("%d %d %u %ld\n", atomic_fetch_add(&a, 100), atomic_fetch_sub(&b, 7), atomic_fetch_xor(&c, 5), (long)atomic_exchange(&d, 9));
	int64_t want = 8;
	printf("%d %d %ld", atomic_compare_exchange_strong(&d, &want, 10), atomic_compare_exchange_strong(&d, &want, 11), (long)want);
	printf(" %d %d %u %ld\n", a, b, c, (long)d);
	atomic_flag f = ATOMIC_FLAG_INIT;
	printf("%d %d\n", atomic_flag_test_and_set(&f), atomic_flag_test_and_set(&f)), atomic_thread_fence(memory_order_seq_cst);
	return 0;
}
