__attribute__((visibility("hidden"))) int hidden_in_member2(void) { return 21; }
