#include "note.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void note(const char *format, ...)
{
	char line[256];
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(line, sizeof line - 1, format, ap);
	va_end(ap);
	line[n++] = '\n';
	int fd = open(getenv("NOTES"), O_WRONLY | O_APPEND | O_CREAT, 0666);
	if (fd < 0 || write(fd, line, n) != n)
		abort();
	close(fd);
}
