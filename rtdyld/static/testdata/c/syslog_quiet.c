// syslog where no daemon listens.
#include <stdio.h>
#include <syslog.h>
int main(void)
{
	openlog("name", LOG_PID, LOG_USER), syslog(LOG_INFO, "text %d", 5), printf("%x\n", setlogmask(LOG_UPTO(LOG_ERR))), closelog();
	return 0;
}
