// What the test programs tell goes to the file that NOTES names, a line each, so
// that it can be compared with the same program's, linked by the system's linker.
#ifdef __cplusplus
extern "C" {
#endif
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
#ifdef __cplusplus
}
#endif
