/* nl_langinfo, in the place of musl's: with the numbers that musl and glibc have in common, and those that
   libstdc++ asks for besides, glibc's items for wide characters. Some of these are a character in
   the place of a pointer. A number is category << 16 | index, as glibc's <langinfo.h> counts them. */
#include "c.h"

enum { CTYPE, NUMERIC, TIME, COLLATE, MONETARY, MESSAGES, CATEGORIES };
enum {
	CODESET = 14, OWN_NAME = 0xffff,
	DECIMAL_POINT_WC = NUMERIC << 16 | 3, THOUSANDS_SEP_WC,
	MON_DECIMAL_POINT_WC = MONETARY << 16 | 43, MON_THOUSANDS_SEP_WC,
	FIRST_WIDE = 0x34, LAST_WIDE = 0x64, /* of TIME */
};

struct locale { const struct { const void *map; size_t size; char name[]; } *cat[CATEGORIES]; };

HIDDEN const char *__lctrans(const char *, const void *);
locale_t uselocale(locale_t);
extern HIDDEN char __libc[];

/* The items of TIME from 0 on, and the wide ones from FIRST_WIDE on without those that are only narrow. */
#define DATE_TIME(_) \
	_("Sun"), _("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), \
	_("Sunday"), _("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), \
	_("Jan"), _("Feb"), _("Mar"), _("Apr"), _("May"), _("Jun"), _("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"), _("Dec"), \
	_("January"), _("February"), _("March"), _("April"), _("May"), _("June"), \
	_("July"), _("August"), _("September"), _("October"), _("November"), _("December"), \
	_("AM"), _("PM"), _("%a %b %e %T %Y"), _("%m/%d/%y"), _("%H:%M:%S"), _("%I:%M:%S %p"), _("")

#define NARROW(s) s
#define WIDE(s) L##s
static const char *const narrow[] = {DATE_TIME(NARROW), "", "%m/%d/%y", "0123456789", "%a %b %e %T %Y", "%H:%M:%S"};
static const wchar *const wide[] = {DATE_TIME(WIDE), L"%m/%d/%y", L"0123456789", L"%a %b %e %T %Y", L"%H:%M:%S"};
static const char *const messages[] = {"^[yY]", "^[nN]", "yes", "no"};
_Static_assert(sizeof wide / sizeof *wide == LAST_WIDE - FIRST_WIDE + 1, "one a number");

#define IN(table, i) ((i) < (int)(sizeof table / sizeof *table) ? table[i] : "")

const char *__nl_langinfo_l(int item, locale_t l)
{
	int category = item >> 16, i = item & 0xffff;
	const char *s = "";
	if (item == CODESET)
		return l->cat[CTYPE] ? "UTF-8" : "ASCII";
	if (i == OWN_NAME && category >= 0 && category < CATEGORIES)
		return l->cat[category] ? l->cat[category]->name : "C";
	if (item == DECIMAL_POINT_WC || item == MON_DECIMAL_POINT_WC)
		return (const char *)(uintptr_t)'.';
	if (item == THOUSANDS_SEP_WC || item == MON_THOUSANDS_SEP_WC)
		return NULL; /* the character 0 */
	switch (category) {
	case NUMERIC:
		if (i == 0)
			s = ".";
		break;
	case TIME:
		if (i >= FIRST_WIDE)
			return (const char *)(i <= LAST_WIDE ? wide[i - FIRST_WIDE] : L"");
		s = IN(narrow, i);
		break;
	case MESSAGES:
		s = IN(messages, i);
		break;
	}
	return *s && category != NUMERIC ? __lctrans(s, l->cat[category]) : s;
}

const char *nl_langinfo_l(int item, locale_t l) { return __nl_langinfo_l(item, l); }

/* The calling thread's locale; of the global one the words are in musl's __libc, behind seven others. */
const char *__nl_langinfo(int item)
{
	locale_t l = uselocale(NULL);
	return __nl_langinfo_l(item, l == (locale_t)-1 ? (locale_t)(__libc + 7 * 8) : l);
}

const char *nl_langinfo(int item) { return __nl_langinfo(item); }
