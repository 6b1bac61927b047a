// What fortified headers call, with room enough, and with a byte too little: then the program ends with SIGABRT.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>
#include <setjmp.h>
#include <fcntl.h>
#include <limits.h>

static volatile size_t zero;
static char eight[8], other[64];
static wchar_t wide[8];
static void formatted(char *to, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	vsnprintf(to, 64, f, a);
	va_end(a);
}

#define CASE(name, body) static void name(size_t over) { body; }
CASE(c_memcpy, memcpy(eight, other, 8 + over))
CASE(c_memmove, memmove(eight, other, 8 + over))
CASE(c_mempcpy, mempcpy(eight, other, 8 + over))
CASE(c_memset, memset(eight, 1, 8 + over))
CASE(c_strcpy, strcpy(eight, &"12345678"[1 - over]))
CASE(c_stpcpy, stpcpy(eight, &"12345678"[1 - over]))
CASE(c_strncpy, strncpy(eight, "abc", 8 + over))
CASE(c_stpncpy, stpncpy(eight, "abc", 8 + over))
CASE(c_strcat, strcpy(eight, "1234"); strcat(eight, &"1234"[1 - over]))
CASE(c_strncat, strcpy(eight, "1234"); strncat(eight, "12345", 3 + over))
CASE(c_sprintf, sprintf(eight, "%s", &"12345678"[1 - over]))
CASE(c_snprintf, snprintf(eight, 8 + over, "%d", 5))
CASE(c_bzero, explicit_bzero(eight, 8 + over))
CASE(c_wmemcpy, wmemcpy(wide, L"12345678", 8 + over))
CASE(c_wmemset, wmemset(wide, L'x', 8 + over))
CASE(c_wcscpy, wcscpy(wide, &L"12345678"[1 - over]))
CASE(c_wcscat, wcscpy(wide, L"1234"); wcscat(wide, &L"1234"[1 - over]))
CASE(c_swprintf, swprintf(wide, 8 + over, L"%d", 7))
CASE(c_mbstowcs, mbstowcs(wide, "12345", 8 + over))
CASE(c_wcstombs, wcstombs(eight, L"12345", 8 + over))
CASE(c_getcwd, if (!getcwd(eight, 8 + over) && errno != ERANGE) abort())
CASE(c_gethostname, gethostname(eight, 8 + over))
CASE(c_read, int p[2]; if (pipe(p)) abort(); if (write(p[1], "0123456789", 10) != 10) abort(); if (read(p[0], eight, 8 + over) != 8) abort())
CASE(c_recv, int p[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, p)) abort(); if (write(p[1], "0123456789", 10) != 10) abort(); if (recv(p[0], eight, 8 + over, 0) != 8) abort())
CASE(c_poll, struct pollfd f[2] = {{0}}; f[0].fd = f[1].fd = -1; poll(f, 2 + over, 0))
CASE(c_fdset, fd_set s; FD_ZERO(&s); FD_SET(1023 + over, &s); if (!FD_ISSET(1023, &s)) abort())
CASE(c_open, int flags = O_RDONLY; if (over) flags |= O_CREAT; volatile int v = flags; close(open("/", v)))
CASE(c_fgets, FILE *f = fopen("/dev/zero", "r"); fgets(eight, 8 + over, f); fclose(f))
CASE(c_fread, FILE *f = fopen("/dev/zero", "r"); if (fread(eight, 1, 8 + over, f) != 8) abort(); fclose(f))
CASE(c_getgroups, gid_t g[2]; getgroups(over ? 3 : 0, g))
CASE(c_readlink, if (readlink("/proc/self/exe", eight, 8 + over) != 8) abort())
CASE(c_confstr, confstr(_CS_PATH, eight, 8 + over))

#define ROW(name) {#name, name}
static const struct { const char *name; void (*run)(size_t); } rows[] = {
	ROW(c_memcpy), ROW(c_memmove), ROW(c_mempcpy), ROW(c_memset), ROW(c_strcpy), ROW(c_stpcpy), ROW(c_strncpy), ROW(c_stpncpy), ROW(c_strcat), ROW(c_strncat),
	ROW(c_sprintf), ROW(c_snprintf), ROW(c_bzero), ROW(c_wmemcpy), ROW(c_wmemset), ROW(c_wcscpy), ROW(c_wcscat), ROW(c_swprintf), ROW(c_mbstowcs), ROW(c_wcstombs), ROW(c_getcwd),
	ROW(c_gethostname), ROW(c_read), ROW(c_recv), ROW(c_poll), ROW(c_fdset), ROW(c_open), ROW(c_fgets), ROW(c_fread), ROW(c_getgroups), ROW(c_readlink), ROW(c_confstr),
};

int main(void)
{
	char text[64];
	static char big[PATH_MAX];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t over = 0; over < 2; over++) {
			fflush(stdout);
			pid_t child = fork();
			if (child == 0) {
				int null = open("/dev/null", O_WRONLY);
				dup2(null, 2);
				rows[i].run(over + zero);
				_exit(7);
			}
			int status;
			waitpid(child, &status, 0);
			printf("%s %zu: %s %d\n", rows[i].name, over, WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
		}
	formatted(text, "%d %s %5.2f|%-5s|", 42, "text", 2.5, "ab");
	puts(text);
	char *made;
	int n = asprintf(&made, "%x-%o", 255, 8);
	printf("%d %s\n", n, made);
	dprintf(1, "%s\n", realpath("/usr/..", big) ? "root" : "none");
	fprintf(stdout, "%5d|%-5d|%05d\n", 1, 2, 3);
	wchar_t w[32];
	swprintf(w, 32, L"%ls %d", L"wide", 5);
	printf("%ls %zu\n", w, wcslen(w));
	jmp_buf at;
	volatile int times = 0;
	if (setjmp(at) < 3)
		longjmp(at, ++times);
	printf("jumps %d\n", times);
	return 0;
}
