// Exceptions through many frames, with destructors, rethrown, nested, out of constructors, across threads.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <typeinfo>
static int alive;
struct D { int n; D(int n) : n(n) { alive++; } D(const D &o) : n(o.n) { alive++; } ~D() { alive--; } };
struct Base : std::exception { const char *what() const noexcept override { return "base"; } };
struct Derived : Base { std::string s = "derived text"; const char *what() const noexcept override { return s.c_str(); } };
static int deep(int n) { D d(n); if (n == 0) throw Derived(); return deep(n - 1) + d.n; }
struct Fails { D a{1}; std::string s; Fails(int n) : s(n, 'x') { if (n > 5) throw n; } };
static void nested() { try { throw std::runtime_error("inner"); } catch (...) { std::throw_with_nested(std::logic_error("outer")); } }
int main()
{
	try { deep(50); } catch (Base &e) { printf("%s %d %s\n", e.what(), alive, typeid(e).name()); }
	try { Fails f(6); } catch (int n) { printf("%d %d\n", n, alive); }
	try { std::vector<Fails> v; for (int i = 0; i < 10; i++) v.emplace_back(i); } catch (int n) { printf("%d %d\n", n, alive); }
	try { nested(); } catch (std::exception &e) { try { std::rethrow_if_nested(e); } catch (std::exception &i) { printf("%s %s\n", e.what(), i.what()); } }
	try { std::string().at(5); } catch (std::out_of_range &e) { puts("out of range"); }
	try { volatile size_t n = (size_t)-1 / 4; delete[] new char[n]; } catch (std::bad_alloc &) { puts("bad alloc"); }
	try { Base b; Base *p = &b; dynamic_cast<Derived &>(*p); } catch (std::bad_cast &) { puts("bad cast"); }
	std::exception_ptr p;
	std::thread([&] { try { deep(9); } catch (...) { p = std::current_exception(); } }).join();
	try { std::rethrow_exception(p); } catch (Derived &d) { printf("%s %d\n", d.what(), alive); }
	std::vector<std::thread> t;
	for (int i = 0; i < 4; i++)
		t.emplace_back([] { for (int k = 0; k < 500; k++) try { deep(k % 20); } catch (Base &) { } });
	for (auto &x : t)
		x.join();
	try { throw 1; } catch (int) { try { throw; } catch (long) { } catch (int n) { printf("%d %d\n", n, std::uncaught_exceptions()); } }
	std::set_terminate([] { puts("terminate"); fflush(stdout); _Exit(3); });
	[]() noexcept { throw 5; }();
}
