#include <cstddef>
#include <initializer_list>
#include <type_traits>

// What a type is to a caller, as a letter, and its size.
template <class T> constexpr int code() {
	using U = std::remove_cv_t<T>;
	if constexpr (std::is_void_v<U>)
		return 0;
	else if constexpr (std::is_pointer_v<U>)
		return 'p' * 1000 + sizeof(U);
	else if constexpr (std::is_same_v<U, bool>)
		return 'b' * 1000 + sizeof(U);
	else if constexpr (std::is_floating_point_v<U>)
		return 'f' * 1000 + sizeof(U);
	else if constexpr (std::is_enum_v<U>)
		return code<std::underlying_type_t<U>>();
	else if constexpr (std::is_integral_v<U>)
		return (std::is_signed_v<U> ? 'i' : 'u') * 1000 + sizeof(U);
	else
		return 's' * 1000 + sizeof(U);
}

template <class F> struct is;
template <class R, class... A> constexpr bool same(std::initializer_list<int> want) {
	const int got[] = {code<R>(), code<A>()...};
	if (want.size() != sizeof got / sizeof *got)
		return false;
	for (std::size_t i = 0; i < want.size(); i++)
		if (want.begin()[i] != got[i])
			return false;
	return true;
}
template <class R, class... A> struct is<R(A...)> {
	static constexpr bool like(std::initializer_list<int> want) { return same<R, A...>(want); }
};
template <class R, class... A> struct is<R(A...) noexcept> : is<R(A...)> {};

#define SAME(f, ...) static_assert(is<decltype(f)>::like({__VA_ARGS__}), #f)
#define JOIN(a, b) a##b
#define NAME(n) JOIN(rtdyld_check_, n)
#define AT(type, field, offset) \
	static int NAME(__COUNTER__) = ([]<class X>(X *) { \
		if constexpr (requires { sizeof(X::field); }) \
			static_assert(offsetof(X, field) == offset, #type "." #field); \
	}((type *)0), 0)
