// messages without a catalogue.
#include <libintl.h>
#include <stdio.h>
int main(void)
{
	printf("%s %s %s\n", gettext("message"), ngettext("one", "many", 1), dngettext("domain", "one", "many", 2));
	printf("%s %s\n", textdomain("mine"), bindtextdomain("mine", "/nowhere"));
	return 0;
}
