/* glibc's functions for messages. */
#include "c.h"

int vfprintf(FILE *, const char *, va_list);
int fprintf(FILE *, const char *, ...);
int fflush(FILE *);
int putc(int, FILE *);
int strcmp(const char *, const char *);
char *strerror(int);
extern FILE *const stdout, *const stderr;
extern char *program_invocation_name;

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void say(int status, int number, const char *file, unsigned line, const char *format, va_list a)
{
	fflush(stdout);
	if (error_print_progname)
		error_print_progname();
	else if (file)
		fprintf(stderr, "%s:", program_invocation_name);
	else
		fprintf(stderr, "%s: ", program_invocation_name);
	if (file)
		fprintf(stderr, "%s:%u: ", file, line);
	vfprintf(stderr, format, a);
	error_message_count++;
	if (number)
		fprintf(stderr, ": %s", strerror(number));
	putc('\n', stderr);
	fflush(stderr);
	if (status)
		exit(status);
}

void error(int status, int number, const char *format, ...)
{
	va_list a;
	va_start(a, format);
	say(status, number, NULL, 0, format, a);
	va_end(a);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	static const char *last_file;
	static unsigned last_line;
	va_list a;
	if (error_one_per_line && last_file && file && last_line == line && strcmp(last_file, file) == 0)
		return;
	last_file = file;
	last_line = line;
	va_start(a, format);
	say(status, number, file, line, format, a);
	va_end(a);
}
