void caml_main(char **); void caml_shutdown(void);
int main(int c, char **v) { caml_main(v); caml_shutdown(); return 0; }
