// Containers and algorithms.
#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
#include <cstdio>
int main()
{
	std::mt19937 r(7);
	std::vector<int> v(5000);
	std::generate(v.begin(), v.end(), r);
	std::map<int, std::string> m;
	std::unordered_map<std::string, int> u;
	std::set<int> s(v.begin(), v.end());
	for (int x : v)
		m[x % 1000] += char('a' + (x & 15)), u[std::to_string(x % 777)]++;
	std::sort(v.begin(), v.end()), std::stable_partition(v.begin(), v.end(), [](int x) { return x & 1; });
	long sum = std::accumulate(v.begin(), v.end(), 0L, [](long a, int b) { return a * 31 + b; });
	printf("%zu %zu %zu %ld %s\n", m.size(), u.size(), s.size(), sum, m.begin()->second.c_str());
	std::deque<std::unique_ptr<int>> d;
	for (int i = 0; i < 1000; i++)
		(i % 3 ? d.push_back(std::make_unique<int>(i)) : d.push_front(std::make_unique<int>(-i)));
	std::list<int> l(v.begin(), v.begin() + 500);
	l.sort(), l.unique(), l.reverse();
	std::priority_queue<int, std::vector<int>, std::greater<int>> q(v.begin(), v.begin() + 100);
	printf("%d %d %zu %d\n", *d.front(), *d.back(), l.size(), q.top());
	std::variant<int, std::string, double> w = std::string("variant");
	std::optional<std::tuple<int, double>> o{{5, 2.5}};
	std::function<int(int)> f = [n = 10](int x) mutable { return n += x; };
	f(1);
	auto sp = std::make_shared<std::string>("shared");
	std::weak_ptr<std::string> wp = sp;
	printf("%s %g %d %ld\n", std::get<1>(w).c_str(), std::get<1>(*o), f(2), wp.use_count()), sp.reset();
	std::bitset<100> b(12345);
	printf("%d %zu %s\n", wp.expired(), b.count(), b.to_string().substr(80).c_str());
	std::normal_distribution<double> n(0, 1);
	double t = 0;
	for (int i = 0; i < 1000; i++)
		t += n(r);
	printf("%a %d\n", t, std::uniform_int_distribution<int>(1, 6)(r));
}
