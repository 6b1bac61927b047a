/* Locales whose first words are musl's and whose later ones are where glibc's headers, and
   libstdc++, read: they take the tables of character classes out of a locale_t. musl's own
   functions know of the first six words alone; this file stands for the three that make locales. */
#include "c.h"

enum { CATEGORIES = 6 };

struct locale {
	const void *cat[CATEGORIES]; /* musl */
	const void *none[7];
	const unsigned short *classes; /* glibc: __ctype_b, __ctype_tolower, __ctype_toupper, __names */
	const int *lower, *upper;
	const char *names[13];
};
#define GLOBAL ((locale_t)-1)
#define FAILED ((const void *)-1)

extern HIDDEN const struct locale __c_locale, __c_dot_utf8_locale; /* of musl, six words */
extern HIDDEN volatile int __locale_lock[1];
HIDDEN void __lock(volatile int *);
HIDDEN void __unlock(volatile int *);
HIDDEN const void *__get_locale(int, const char *);
HIDDEN void *__libc_malloc(size_t);
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
extern HIDDEN char __libc[];

/* __loc_is_allocated tells musl's freelocale what to free. */
HIDDEN int __loc_is_allocated(locale_t l)
{
	return l && l != GLOBAL && l != &__c_locale && l != &__c_dot_utf8_locale;
}

static const char name_c[] = "C";

static locale_t make(const void *const cat[CATEGORIES])
{
	locale_t l = __libc_malloc(sizeof *l);
	if (!l)
		return NULL;
	memset(l, 0, sizeof *l);
	memcpy(l->cat, cat, sizeof l->cat);
	l->classes = *__ctype_b_loc();
	l->lower = *__ctype_tolower_loc();
	l->upper = *__ctype_toupper_loc();
	for (int i = 0; i < 13; i++)
		l->names[i] = name_c;
	return l;
}

/* A base that is not allocated has six words, and is copied. */
locale_t __newlocale(int mask, const char *name, locale_t base)
{
	const void *cat[CATEGORIES];
	if (base == GLOBAL) {
		errno = EINVAL;
		return NULL;
	}
	__lock(__locale_lock);
	for (int i = 0; i < CATEGORIES; i++) {
		cat[i] = base && !(mask & 1 << i) ? base->cat[i] : __get_locale(i, mask & 1 << i ? name : "C");
		if (cat[i] == FAILED)
			break;
	}
	__unlock(__locale_lock);
	for (int i = 0; i < CATEGORIES; i++)
		if (cat[i] == FAILED)
			return NULL;
	if (!__loc_is_allocated(base))
		return make(cat);
	memcpy(base->cat, cat, sizeof cat);
	return base;
}

/* The words of the global locale are in musl's __libc, behind seven others. */
locale_t __duplocale(locale_t old) { return make(old == GLOBAL ? ((locale_t)(__libc + 7 * 8))->cat : old->cat); }

locale_t newlocale(int mask, const char *name, locale_t base) { return __newlocale(mask, name, base); }
locale_t duplocale(locale_t old) { return __duplocale(old); }
