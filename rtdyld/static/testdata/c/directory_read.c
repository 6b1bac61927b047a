// opendir, scandir, nftw, telldir in a folder made for them.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int files, folders, deepest;
static int visit(const char *p, const struct stat *s, int t, struct FTW *f) { files += t == FTW_F, folders += t == FTW_DP || t == FTW_D; if (f->level > deepest) deepest = f->level; return 0; }
static int drop(const char *p, const struct stat *s, int t, struct FTW *f) { return remove(p); }
static int odd(const struct dirent *d) { return (d->d_name[1] - '0') % 2; }
int main(void)
{
	char d[] = "/tmp/dirXXXXXX", n[20];
	mkdtemp(d), chdir(d);
	for (int i = 0; i < 50; i++)
		sprintf(n, "f%d", i), close(creat(n, 0600));
	mkdir("s", 0700), mkdir("s/t", 0700), close(creat("s/t/u", 0600));
	DIR *h = opendir(".");
	struct dirent *e;
	int all = 0, sub = 0;
	while ((e = readdir(h)))
		all++, sub += e->d_type == DT_DIR;
	rewinddir(h), readdir(h);
	long at = telldir(h);
	e = readdir(h), strcpy(n, e->d_name), seekdir(h, at), e = readdir(h);
	printf("%d %d %d %d\n", all, sub, strcmp(n, e->d_name), dirfd(h) >= 0), closedir(h);
	struct dirent **list;
	int k = scandir(".", &list, odd, versionsort);
	for (int i = 0; i < k; i++)
		printf("%s ", list[i]->d_name);
	puts("");
	nftw(".", visit, 10, FTW_PHYS), printf("%d %d %d\n", files, folders, deepest);
	chdir("/"), printf("%d %d\n", nftw(d, drop, 10, FTW_PHYS | FTW_DEPTH), access(d, F_OK));
	printf("%d\n", opendir("/nowhere") == NULL);
	return 0;
}
