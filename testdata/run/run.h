/* What the parts of the program that runs everywhere share. No library. */
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef __SIZE_TYPE__ uptr;

/* Every test is u64 test_NAME(void). */
#define TESTS(X) \
	X(ints) X(floats) X(recursion) X(bss) X(commons) X(tables) X(jump) X(across) X(sizes) X(variadic) \
	X(copies) X(sort) X(sieve) X(matrix) X(crc) X(strings) X(back) X(missing) X(far)

#define MIX(x) do { h = (h ^ (u64)(x)) * 0x9E3779B97F4A7C15u; h ^= h >> 29; } while (0)

/* other.c */
struct pair { const char *name; i32 *where; u64 (*get)(u64); };
extern i32 numbers[64];
extern i32 *const into_numbers[5];
extern const struct pair pairs[4];
extern u8 byte_value;
extern u16 half_value;
extern u32 word_value;
extern u64 long_value;
extern double double_value;
extern const char *const words[8];
u64 other_twice(u64 x);
u64 other_apply(u64 (*f)(u64), u64 x);
u64 other_many(i8 a, u16 b, i32 c, u64 d, float e, double f, i8 g, i16 h, i32 i, u8 j, i64 k, float l);

/* far.c, which is loaded out of reach of branches */
u64 far_add(u64 a, u64 b);
double far_scale(double x, i32 n);
u64 far_back(u64 (*f)(u64), u64 x);
extern i32 far_data[4];
