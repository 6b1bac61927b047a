// strings, characters, counts, pointers.
#include <stdio.h>
#include <wchar.h>
int main(void)
{
	int n = 0;
	printf("%s|%10s|%-10s|%.2s|%10.2s|%-10.2s|%c|%5c|%-5c|\n", "text", "text", "text", "text", "text", "text", 'x', 'y', 'z');
	printf("%s%n%%\n", "count", &n), printf("%d\n", n);
	printf("%p %p\n", (void *)0, (void *)0x1234);
	printf("%ls %lc\n", L"wide", L'w');
	printf("%.0s|%.*s|%.*s\n", "none", 3, "three", -1, "all");
	printf("%d %s\n", printf("%s", ""), "empty");
	return 0;
}
