// Code that is not position-independent holds std::cout's address in 32 bits, so
// that the linker copies the object: the copy must work.
#include <iostream>
#include <sstream>

extern "C" int streams(int n) {
  std::ostringstream s;
  std::streambuf *old = std::cout.rdbuf(s.rdbuf());
  std::cout << "n=" << n << std::hex << " " << n << std::dec << std::flush;
  std::cout.rdbuf(old);
  return s.str() == "n=255 ff" && std::cout.good() ? 1 : 0;
}
