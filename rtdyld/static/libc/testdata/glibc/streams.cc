#include <iostream>
#include <sstream>
#include <iomanip>
#include <map>
#include <thread>
#include <mutex>
#include <condition_variable>
#include <locale>
#include <stdexcept>
#include <chrono>
#include <cmath>
struct T { int v; ~T(){ std::cout<<"bye "<<v<<"\n"; } };
thread_local T t{1};
int main(){
 std::istringstream in("12 3.5 hello 0x1f true");
 int i; double d; std::string s; in>>i>>d>>s; int h; in>>std::hex>>h; std::cout<<i<<" "<<d<<" "<<s<<" "<<h<<"\n";
 try { throw std::runtime_error("oops"); } catch (std::exception&e){ std::cout<<e.what()<<"\n"; }
 std::wistringstream w(L"42 7.25 w\u00e4"); int a; double b; w>>a>>b; std::cout<<a<<b<<"\n";
 std::cout<<std::setprecision(10)<<M_PI<<std::put_time(std::gmtime(new time_t(86400l * 365)), " %A %d %B %Y")<<"\n";
 std::locale l("C.UTF-8"); std::cout<<l.name()<<"\n"; std::cout.imbue(l); std::cout<<1234567.5<<"\n";
 std::wostringstream wo; wo.imbue(l); wo<<1234.5; std::cout<<(char)wo.str()[4]<<"\n";
 std::cout<<std::use_facet<std::numpunct<wchar_t>>(l).decimal_point()<<"\n";
 std::timed_mutex tm; tm.lock(); std::thread([&]{ std::cout<<tm.try_lock_for(std::chrono::milliseconds(5))<<t.v<<"\n"; }).join(); 
 std::mutex mu; std::condition_variable cv; std::unique_lock<std::mutex> lk(mu); std::cout<<(cv.wait_for(lk,std::chrono::milliseconds(5))==std::cv_status::timeout)<<"\n";
 std::string line; std::getline(std::cin,line); std::cout<<line<<t.v<<std::endl;
}
