/* A character that is there. */
char *rawmemchr(const char *p, int c)
{
	while (*p != (char)c)
		p++;
	return (char *)p;
}
