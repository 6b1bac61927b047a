/* Tables of capital and small letters, in the place of musl's: glibc's toupper and tolower take what they give, so that characters
   beyond ASCII and the end of the file stand for themselves. They begin with the negative ones: EOF is itself, the others are as unsigned. */
#include "c.h"

#define ROW(f, c) f(c), f(c + 1), f(c + 2), f(c + 3), f(c + 4), f(c + 5), f(c + 6), f(c + 7)
#define ROWS(f, c) ROW(f, c), ROW(f, c + 8), ROW(f, c + 16), ROW(f, c + 24), ROW(f, c + 32), ROW(f, c + 40), ROW(f, c + 48), ROW(f, c + 56)
#define SELF(c) ((c) == 255 ? -1 : (c))
#define LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 32 : (c))

static const int lower[384] = {ROWS(SELF, 128), ROWS(SELF, 192), ROWS(LOWER, 0), ROWS(LOWER, 64), ROWS(LOWER, 128), ROWS(LOWER, 192)};
static const int upper[384] = {ROWS(SELF, 128), ROWS(SELF, 192), ROWS(UPPER, 0), ROWS(UPPER, 64), ROWS(UPPER, 128), ROWS(UPPER, 192)};
static const int *const lower_at = lower + 128, *const upper_at = upper + 128;

const int *const *__ctype_tolower_loc(void) { return &lower_at; }
const int *const *__ctype_toupper_loc(void) { return &upper_at; }
