int member1(void);
int wants1(void) { return member1(); }
