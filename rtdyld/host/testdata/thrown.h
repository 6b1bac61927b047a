struct Thrown {
	int value;
	explicit Thrown(int v) : value(v) {}
	virtual ~Thrown() {}
};
struct Derived : Thrown {
	explicit Derived(int v) : Thrown(v) {}
};
void throw_it(int what);
