// asynchronous reading and writing.
#include <aio.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	char n[] = "/tmp/aioXXXXXX", b[20] = "";
	struct aiocb w = {.aio_fildes = mkstemp(n), .aio_buf = "asynchronous", .aio_nbytes = 12}, r = {.aio_fildes = w.aio_fildes, .aio_buf = b, .aio_nbytes = 5, .aio_offset = 1};
	const struct aiocb *l[1] = {&w};
	printf("%d\n", aio_write(&w));
	while (aio_error(&w) == EINPROGRESS)
		aio_suspend(l, 1, NULL);
	printf("%zd\n", aio_return(&w));
	l[0] = &r, aio_read(&r);
	while (aio_error(&r) == EINPROGRESS)
		aio_suspend(l, 1, NULL);
	printf("%zd %s\n", aio_return(&r), b), unlink(n);
	return 0;
}
