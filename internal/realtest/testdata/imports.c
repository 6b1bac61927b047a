/* Names of a library that no process has by itself. */
#include <windows.h>
#include <shlwapi.h>
#include <stdio.h>
int main(void)
{
	char path[] = "C:\\folder\\file.txt";
	printf("%d %s\n", StrToIntA("42"), PathFindFileNameA(path));
	return GetModuleHandleA("shlwapi.dll") != 0;
}
