/* How calls of the library are made by rtdyld_orc.hpp and rtdyld_mcjit.hpp. */
#ifndef RTDYLD_ORC_CALL_HPP
#define RTDYLD_ORC_CALL_HPP

#include "inside.hpp"
#include "rtdyld.h"

#include "llvm/Support/Error.h"

#include <string>

namespace rtdyld {
namespace detail {

/* attempt makes a call of the library: F gets where an error goes. Text is what went wrong. */
template <typename Func> rtdyld_status attempt(Func &&F, std::string &Text)
{
	rtdyld_error *Error = nullptr;
	rtdyld_status Status;
	{
		Inside In;
		Status = F(&Error);
	}
	if (Status != RTDYLD_OK) {
		Text = std::string("rtdyld: ") + rtdyld_error_message(Error);
		rtdyld_error_free(Error);
	}
	return Status;
}

/* call is attempt with an error of LLVM's. */
template <typename Func> llvm::Error call(Func &&F)
{
	std::string Text;
	if (attempt(std::forward<Func>(F), Text) == RTDYLD_OK)
		return llvm::Error::success();
	return llvm::createStringError(llvm::inconvertibleErrorCode(), Text.c_str());
}

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_ORC_CALL_HPP */
