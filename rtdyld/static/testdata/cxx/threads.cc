// Threads, locks, futures, thread-locals with constructors and destructors.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>
static std::atomic<int> born, died;
struct Local { std::string s = "local"; Local() { born++; } ~Local() { died += s == "used"; } };
static thread_local Local local;
static thread_local int plain = 5;
static std::once_flag once;
static int times;
struct Static { Static() { times += 100; std::this_thread::sleep_for(std::chrono::milliseconds(1)); } };
static void touch() { static Static s; local.s = "used", plain++; std::call_once(once, [] { times++; }); }
int main()
{
	std::vector<std::thread> t;
	for (int i = 0; i < 8; i++)
		t.emplace_back(touch);
	for (auto &x : t)
		x.join();
	printf("%d %d %d %d\n", born.load(), died.load(), times, plain);
	std::mutex m;
	std::condition_variable c;
	std::shared_mutex sm;
	std::recursive_mutex rm;
	int ready = 0, sum = 0;
	auto f = std::async(std::launch::async, [&] { std::unique_lock<std::mutex> l(m); c.wait(l, [&] { return ready == 1; }); return 42; });
	{ std::lock_guard<std::mutex> l(m); ready = 1; }
	c.notify_all();
	printf("%d\n", f.get());
	std::promise<std::string> p;
	std::thread([&] { try { throw 7; } catch (...) { p.set_exception(std::current_exception()); } }).join();
	try { p.get_future().get(); } catch (int n) { printf("%d\n", n); }
	t.clear();
	for (int i = 0; i < 4; i++)
		t.emplace_back([&, i] { for (int k = 0; k < 1000; k++) { if (i) { std::shared_lock<std::shared_mutex> l(sm); } else { std::unique_lock<std::shared_mutex> l(sm); sum++; } std::lock_guard<std::recursive_mutex> a(rm), b(rm); } });
	for (auto &x : t)
		x.join();
	std::timed_mutex tm;
	tm.lock();
	bool got = true;
	std::thread([&] { got = tm.try_lock_for(std::chrono::milliseconds(2)); }).join();
	std::unique_lock<std::mutex> l(m);
	printf("%d %d %d\n", sum, got, c.wait_for(l, std::chrono::milliseconds(2)) == std::cv_status::timeout);
	printf("%d %d\n", std::thread::hardware_concurrency() > 0, std::this_thread::get_id() != std::thread::id());
}
