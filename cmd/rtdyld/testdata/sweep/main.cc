// The same of C++: virtual functions, templates, statics with constructors, exceptions, thread-locals.
extern "C" long outside(long);
extern "C" void *malloc(__SIZE_TYPE__);
namespace n {
struct Base { long a; Base(long x) : a(x) {} virtual ~Base(); virtual long get(long x) { return a + x * 3; } virtual long set(long x) = 0; };
struct Left : virtual Base { long b = 9; Left(long x) : Base(x) {} ~Left() override { outside(b); } long get(long x) override; long set(long x) override { return b = x + outside(x); } };
struct Right : Left { Right() : Base(4), Left(5) {} long set(long x) override { return Left::set(x) - 1; } };
Base::~Base() { outside(a); } long Left::get(long x) { return b - x; }
template <class T, int N> struct Array { T v[N]; static int made; Array() { made++; for (T &t : v) t = N; } T sum() const { T t = 0; for (T x : v) t += x; return t; } };
template <class T, int N> int Array<T, N>::made;
inline long counter(long x) { static long n = 8; return n += x; }
struct S { S(); ~S(); int x; }; thread_local S tls; extern thread_local S tle; S& use(int i) { static S st; static thread_local S loc; return i ? tls : i == 2 ? tle : i == 3 ? st : loc; }
Right global; Base *pick(int i) { static Left left(outside(i)); return i ? static_cast<Base *>(&left) : &global; }
long all(int i, Base *p) { return counter(i) + p->get(i) + p->set(3) + pick(i)->get(2); }
long (Base::*method)(long) = &Base::get; Array<double, 9> arr; double sum() { return arr.sum() + Array<int, 3>().sum() + Array<int,3>::made; }
struct Ex : S { int code; }; 
long caught(int i) noexcept(false) { Right r; try { outside(i); if (i == 8) throw i; if (i == 9) throw Ex(); return r.get(i); } catch (int &e) { return e + 1; } catch (Ex &e) { return e.code; } catch (...) { outside(2); throw; } }
bool is(Base *b) { return dynamic_cast<Right *>(b); }
}
