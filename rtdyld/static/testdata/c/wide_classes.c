// classes and cases of wide characters.
#include <locale.h>
#include <stdio.h>
#include <wctype.h>
#include <wchar.h>
int main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	unsigned long h = 5381;
	for (wint_t c = 0; c < 0x30000; c++) {
		unsigned m = (iswalpha(c) != 0) | (iswupper(c) != 0) << 1 | (iswlower(c) != 0) << 2 | (iswdigit(c) != 0) << 3 | (iswspace(c) != 0) << 4 | (iswpunct(c) != 0) << 5 | (iswprint(c) != 0) << 6 | (iswcntrl(c) != 0) << 7;
		h = h * 33 + m, h = h * 33 + towupper(c), h = h * 33 + towlower(c), h = h * 33 + wcwidth(c);
		if (c % 0x1000 == 0xfff)
			printf("%x %lx\n", c, h);
	}
	printf("%d %x\n", iswctype('a', wctype("alpha")) != 0, towctrans('a', wctrans("toupper")));
	return 0;
}
