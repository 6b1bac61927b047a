namespace space {
template <typename T> struct shape {
	T side;
	T area(T scale) {
		T square = side * side;
		return square * scale; /* line 6 */
	}
};
}
extern "C" int cxx(int n) {
	space::shape<int> s;
	s.side = n + 1;
	space::shape<int> *p = &s;
	return p->area(n);
}
