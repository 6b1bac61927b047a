// popen both ways, system, and their statuses.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
int main(void)
{
	char b[100];
	FILE *f = popen("echo out; echo more; exit 3", "r");
	while (fgets(b, sizeof b, f))
		printf("read %s", b);
	printf("%d\n", WEXITSTATUS(pclose(f)));
	fflush(stdout);
	f = popen("tr a-z A-Z", "w"), fputs("to upper\n", f), printf("%d\n", pclose(f));
	fflush(stdout);
	printf("%d", WEXITSTATUS(system("echo by system; exit 5"))), printf(" %d\n", system(NULL) != 0);
	setenv("PASSED", "through", 1), fflush(stdout), system("echo $PASSED");
	return 0;
}
