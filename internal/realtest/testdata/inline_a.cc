#include "inline.h"

int main()
{
	Base *b = make();
	std::printf("%d\n", b->f(4));
	delete b;
	Box<int> box(5);
	int n = counter();
	std::printf("%d %d %s\n", box.get(), n, text().c_str());
	std::vector<int> v{10, 20, 30};
	for (int i = -1; i < 4; i++)
		try {
			std::printf("%d\n", checked(v, i));
		} catch (std::out_of_range &e) {
			std::printf("caught %d\n", chosen(i & 7));
		}
	for (int i = 0; i < 8; i++)
		std::printf("%d ", second(i));
	try {
		second(-1);
	} catch (std::exception &e) {
		std::printf("caught %s\n", e.what());
	}
	n = counter();
	std::printf("%s %c%c %d %d\n", text().c_str(), table[1][2], table[2][3], Box<int>::count, n);
	return 7;
}
