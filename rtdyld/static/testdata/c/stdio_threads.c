// threads that write lines to one stream: no line is torn.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static FILE *f;
static void *run(void *p)
{
	for (int i = 0; i < 300; i++) {
		fprintf(f, "%ld:%d:%s\n", (long)p, i, "some text that is as long as others");
		if (i % 50 == 0)
			flockfile(f), fputs("[", f), putc_unlocked('x', f), fputs("]\n", f), funlockfile(f);
	}
	return NULL;
}
int main(void)
{
	char *m, *s, *line;
	size_t n;
	pthread_t t[5];
	f = open_memstream(&m, &n);
	for (long i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	fclose(f);
	int whole = 0, marks = 0, bad = 0;
	for (line = strtok_r(m, "\n", &s); line; line = strtok_r(NULL, "\n", &s)) {
		if (!strcmp(line, "[x]"))
			marks++;
		else if (strstr(line, ":some text that is as long as others") && strlen(line) < 50)
			whole++;
		else
			bad++;
	}
	printf("%d %d %d\n", whole, marks, bad), free(m);
	return 0;
}
