/* Thread-locals, on threads of the system's. */
#include <stdio.h>
#include <windows.h>
__thread int counter = 40;
__thread char zero[100];
static DWORD WINAPI work(void *p)
{
	counter += (int)(size_t)p;
	zero[50] = 1;
	return counter * 10 + zero[50] + zero[51];
}
int main(void)
{
	HANDLE h[4];
	DWORD code;
	counter = 1;
	for (size_t i = 0; i < 4; i++)
		h[i] = CreateThread(0, 0, work, (void *)i, 0, 0);
	for (int i = 0; i < 4; i++) {
		WaitForSingleObject(h[i], INFINITE);
		GetExitCodeThread(h[i], &code);
		printf("%lu\n", code);
		CloseHandle(h[i]);
	}
	printf("%d %d\n", counter, zero[50]);
	return 0;
}
