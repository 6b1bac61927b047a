/* Trampolines byte by byte: what the processor does with them where they are executable, and what becomes of them where they are not. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct form {
	unsigned char code[48];
	int size, function, wide, frame; /* where the two addresses are, how many bytes the first has */
	int align;
};

#ifdef __x86_64__
#define ENDBR 0xf3, 0x0f, 0x1e, 0xfa,
#define LONG 0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0,
#define SHORT 0x41, 0xbb, 0, 0, 0, 0,
#define REST 0x49, 0xba, 0, 0, 0, 0, 0, 0, 0, 0, 0x49, 0xff, 0xe3
static const struct form forms[] = {
	{{LONG REST}, 23, 2, 8, 12, 1},
	{{ENDBR LONG REST}, 27, 6, 8, 16, 1},
	{{SHORT REST}, 19, 2, 4, 8, 1},
	{{ENDBR SHORT REST}, 23, 6, 4, 12, 1},
};
/* What it goes to, below 4 GiB: movabs $land, %rax; jmp *%rax. */
static const unsigned char step[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
#define STEP_AT 2
#define STEP_MEMORY MAP_32BIT
__asm__(".text\nland: movq %r10, landed(%rip)\nmovq %r11, landed+8(%rip)\nmovl $77, %eax\nret\n");
#else
#define WORD(w) (w) & 255, (w) >> 8 & 255, (w) >> 16 & 255, (w) >> 24
#define HINT WORD(0xd503245fu)
#define LDR(to, by) WORD(0x58000000u | (by) / 4 << 5 | (to))
#define BR WORD(0xd61f0220u)
#define BARRIERS WORD(0xd5033f9fu), WORD(0xd5033fdfu)
static const struct form forms[] = {
	{{HINT, LDR(17, 20), LDR(18, 24), BR, BARRIERS}, 40, 24, 8, 32, 8}, /* since GCC 10.3 */
	{{LDR(17, 16), LDR(18, 20), BR}, 32, 16, 8, 24, 8},
	{{HINT, LDR(17, 12), LDR(18, 16), BR}, 32, 16, 8, 24, 8},
};
/* ldr x16, .+8; br x16 */
static const unsigned char step[] = {WORD(0x58000050u), WORD(0xd61f0200u), 0, 0, 0, 0, 0, 0, 0, 0};
#define STEP_AT 8
#define STEP_MEMORY 0
__asm__(".text\nland: adrp x9, landed\nadd x9, x9, :lo12:landed\nstp x18, x17, [x9]\nmov w0, #77\nret\n");
#endif

__attribute__((visibility("hidden"))) uint64_t landed[2];
__attribute__((visibility("hidden"))) extern void land(void);

#define COUNT (sizeof forms / sizeof *forms)
static const uint64_t frame = 0x0123456789abcdef;
static unsigned char *room; /* two pages, and one that may not be read */
static uint64_t function;
static size_t page;

static int begin(void)
{
	unsigned char *s;
	uint64_t to = (uint64_t)land;
	page = sysconf(_SC_PAGESIZE);
	room = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	s = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | STEP_MEMORY, -1, 0);
	if (room == MAP_FAILED || s == MAP_FAILED || mprotect(room + 2 * page, page, PROT_NONE))
		return 0;
	memcpy(s, step, sizeof step);
	memcpy(s + STEP_AT, &to, 8);
	function = (uint64_t)s;
	__builtin___clear_cache((char *)s, (char *)s + sizeof step);
	return !mprotect(s, page, PROT_READ | PROT_EXEC);
}

/* put writes a form, which may be cut off where memory ends. */
static void put(const struct form *f, unsigned char *at)
{
	unsigned char code[sizeof f->code];
	size_t n = f->size, most = room + 2 * page - at;
	memcpy(code, f->code, sizeof code);
	memcpy(code + f->function, &function, f->wide);
	memcpy(code + f->frame, &frame, 8);
	memcpy(at, code, n < most ? n : most);
}

/* calls reports whether a call with some access to memory comes to the function, with its registers. */
static int calls(unsigned char *at, int access)
{
	memset(landed, 0, sizeof landed);
	if (mprotect(room, 2 * page, access))
		return 0;
	__builtin___clear_cache((char *)at, (char *)at + 48);
	int got = ((int (*)(void))at)();
	return mprotect(room, 2 * page, PROT_READ | PROT_WRITE) == 0 && got == 77 && landed[0] == frame && landed[1] == function;
}

/* ends reports whether a call is the end of a process. */
static int ends(unsigned char *at)
{
	int status;
	pid_t pid = fork();
	if (pid == 0) {
		((void (*)(void))at)();
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

/* forms_go_on: each form at each place across the border of two pages, and at the end of memory, does without execution what it does with it. */
int forms_go_on(void)
{
	if (!begin())
		return 1;
	for (size_t i = 0; i < COUNT; i++) {
		const struct form *f = &forms[i];
		for (int d = 0; d <= f->size; d += f->align)
			for (int end = 1; end <= 2; end++) {
				unsigned char *at = room + end * page - f->size + (end == 1 ? d : 0);
				memset(room, 0xcc, 2 * page);
				put(f, at);
				if (!calls(at, PROT_READ | PROT_EXEC) || !calls(at, PROT_READ | PROT_WRITE) || !calls(at, PROT_READ))
					return 2 + i;
			}
	}
	return 0;
}

/* bits_end: with any other bit in its instructions it is none. */
int bits_end(void)
{
	if (!begin())
		return 1;
	for (size_t i = 0; i < COUNT; i++) {
		const struct form *f = &forms[i];
		int code = 0;
		put(f, room);
		for (int n = 0; n < f->size; n++) {
			if (n >= f->function && n < f->function + f->wide || n >= f->frame && n < f->frame + 8)
				continue;
			if (f->align == 8 && code++ >= 12 + 4 * (f->code[0] == 0x5f))
				continue; /* what the processor does not come to */
			for (int bit = 0; bit < 8; bit++) {
				room[n] ^= 1 << bit;
				if (!ends(room))
					return 2 + i;
				room[n] ^= 1 << bit;
			}
		}
		for (int n = 1; n < f->size; n += f->align == 1 ? 1 : 4) {
			unsigned char *at = room + 2 * page - f->size + (f->align == 1 ? n : 4 * ((n + 3) / 4));
			put(f, at);
			if (!ends(at))
				return 12 + i;
		}
	}
	return 0;
}

/* What is told as before. */

__attribute__((noinline)) static int call(void *at) { return ((int (*)(void))at)() + 1; }

int strays(void)
{
	volatile unsigned char data[256];
	for (int i = 0; i < 256; i++)
		data[i] = i * 37;
	return call((void *)((uint64_t)(data + 64) & ~15));
}

int unreadable(void) { return begin() ? call(room + 2 * page) : 1; }

int cut(void)
{
	if (!begin())
		return 1;
	unsigned char *at = room + 2 * page - forms[0].size + 8;
	put(&forms[0], at);
	return call(at);
}

int lures(void)
{
	if (!begin())
		return 1;
	function = (uint64_t)room + 64;
	put(&forms[0], room);
	return call(room);
}

#ifdef __x86_64__
int lures_nowhere(void)
{
	if (!begin())
		return 1;
	function = 1ull << 63;
	put(&forms[0], room);
	return call(room);
}
#endif
