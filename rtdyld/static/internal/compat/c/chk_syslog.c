/* syslog of glibc's fortified headers. */
#include "c.h"

void vsyslog(int, const char *, va_list);

void __vsyslog_chk(int priority, int flag, const char *f, va_list a) { vsyslog(priority, f, a); }

void __syslog_chk(int priority, int flag, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	vsyslog(priority, f, a);
	va_end(a);
}
