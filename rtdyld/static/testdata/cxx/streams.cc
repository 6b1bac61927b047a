// Streams both ways: numbers, words, lines, manipulators, files, errors, wide ones, locales.
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>
int main()
{
	std::string w, line;
	std::cin >> w, std::getline(std::cin, line);
	std::cout << w << '|' << line << '|' << std::cin.eof() << std::endl;
	std::istringstream in("12 -7 3.5e2 0x1f 077 true word , x1");
	int a, b, h, o;
	double d;
	bool t;
	char c;
	in >> a >> b >> d >> std::hex >> h >> std::oct >> o >> std::boolalpha >> t >> w >> c;
	std::cout << a << ' ' << b << ' ' << d << ' ' << h << ' ' << o << ' ' << t << ' ' << w << c << '\n';
	in >> std::dec >> a;
	std::cout << in.fail() << in.eof() << ' ' << in.rdstate() << '\n', in.clear(), in >> w, std::cout << w << '\n';
	std::cout << std::setw(10) << std::setfill('*') << 42 << '|' << std::left << std::setw(8) << "ab" << '|' << std::showbase << std::hex << 255 << std::dec << '|' << std::fixed << std::setprecision(3) << 3.14159 << '|' << std::scientific << 12345.678 << '|' << std::hexfloat << 1.5 << std::defaultfloat << '|' << std::showpos << 5 << '\n';
	{ std::ofstream f("file.txt"); for (int i = 0; i < 1000; i++) f << "line " << i << '\n'; }
	std::ifstream f("file.txt");
	int n = 0;
	while (std::getline(f, line))
		n++;
	f.clear(), f.seekg(-9, std::ios::end), f >> w;
	std::cout << n << ' ' << line << ' ' << w << ' ' << f.tellg() << '\n', std::remove("file.txt");
	std::ifstream none("/none");
	std::cout << none.is_open() << '\n';
	std::wistringstream wi(L"42 2.5 w\u00f6rd");
	std::wstring ws;
	wi >> a >> d >> ws;
	std::cout << a << d << ws.size() << '\n';
	std::locale u("C.UTF-8");
	std::cout << u.name() << (std::has_facet<std::ctype<wchar_t>>(u)) << std::use_facet<std::ctype<char>>(u).toupper('q') << std::isalpha('x', u) << std::use_facet<std::numpunct<wchar_t>>(u).decimal_point() << '\n';
	std::ostringstream os;
	os.imbue(u), os << 1234567.25 << ' ' << std::put_time(std::gmtime(&(std::time_t &)*new std::time_t(1e9)), "%A %d %B %Y %c");
	std::cout << os.str() << '\n';
	std::istringstream tm("2020-02-03 04:05:06");
	std::tm when = {};
	tm >> std::get_time(&when, "%Y-%m-%d %H:%M:%S");
	std::cout << when.tm_year << when.tm_mon << when.tm_sec << '\n';
	std::cerr << "to cerr\n", std::clog << "to clog\n";
	std::cout << std::stod("2.5") << std::stoi("77", nullptr, 8) << std::to_string(1.5) << '\n';
	std::cout << "without an end";
}
