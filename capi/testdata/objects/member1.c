// A member of an archive that needs the next by a hidden name.
__attribute__((visibility("hidden"))) int hidden_in_member2(void);
int member1(void) { return hidden_in_member2() * 2; }
