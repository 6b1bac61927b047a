/* Types and sums of the test functions. */
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long uptr; /* as wide as a register */

#define MIX(x) h = (h ^ (x)) * 0x9E3779B97F4A7C15u; h ^= h >> 29;

static inline u64 bits32(float f) { u32 u; __builtin_memcpy(&u, &f, 4); return u; }
static inline u64 bits64(double f) { u64 u; __builtin_memcpy(&u, &f, 8); return u; }
