/* engine.cc - a program of C++ that has EngineBuilder make rtdyld::MCJIT: one line is other than with LLVM's own. */
#include "rtdyld_mcjit.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/TargetSelect.h"

int main()
{
	llvm::InitializeNativeTarget();
	llvm::InitializeNativeTargetAsmPrinter();
	rtdyld::MCJIT::Register(); /* this one */

	llvm::LLVMContext Context;
	auto M = std::make_unique<llvm::Module>("sum", Context);
	auto *Int = llvm::Type::getInt32Ty(Context);
	auto *F = llvm::Function::Create(llvm::FunctionType::get(Int, {Int, Int}, false), llvm::Function::ExternalLinkage, "sum", *M);
	llvm::IRBuilder<> B(llvm::BasicBlock::Create(Context, "entry", F));
	B.CreateRet(B.CreateAdd(F->getArg(0), F->getArg(1)));

	std::string Error;
	std::unique_ptr<llvm::ExecutionEngine> E(llvm::EngineBuilder(std::move(M)).setErrorStr(&Error).create());
	if (!E) {
		fprintf(stderr, "%s\n", Error.c_str());
		return 1;
	}
	auto *Sum = reinterpret_cast<int (*)(int, int)>(E->getFunctionAddress("sum"));
	printf("sum: %d\n", Sum(40, 2));
}
