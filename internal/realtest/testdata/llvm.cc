// Makes a function with LLVM, optimizes it and prints it as assembly. Passes register by
// std::call_once, which goes by thread-locals of libstdc++.
#include <llvm/ADT/Triple.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/Transforms/IPO/PassManagerBuilder.h>

using namespace llvm;

int main()
{
	InitializeNativeTarget();
	InitializeNativeTargetAsmPrinter();
	LLVMContext context;
	Module module("llvm", context);
	IRBuilder<> b(context);
	auto *type = FunctionType::get(b.getInt32Ty(), {b.getInt32Ty()}, false);
	auto *f = Function::Create(type, Function::ExternalLinkage, "fourfold", module);
	b.SetInsertPoint(BasicBlock::Create(context, "entry", f));
	auto *room = b.CreateAlloca(b.getInt32Ty());
	b.CreateStore(b.CreateAdd(f->getArg(0), f->getArg(0)), room);
	auto *twice = b.CreateLoad(b.getInt32Ty(), room);
	b.CreateRet(b.CreateAdd(twice, twice));
	if (verifyModule(module, &errs()))
		return 1;
	std::string why;
	auto *target = TargetRegistry::lookupTarget("x86_64-linux-gnu", why);
	if (!target) {
		errs() << why << "\n";
		return 2;
	}
	std::unique_ptr<TargetMachine> machine(target->createTargetMachine("x86_64-linux-gnu", "", "", TargetOptions(), Reloc::PIC_));
	module.setDataLayout(machine->createDataLayout());
	PassManagerBuilder passes;
	passes.OptLevel = 2;
	legacy::PassManager pm;
	passes.populateModulePassManager(pm);
	pm.run(module);
	module.print(outs(), nullptr);
	SmallString<0> text;
	raw_svector_ostream out(text);
	legacy::PassManager emit;
	if (machine->addPassesToEmitFile(emit, out, nullptr, CGFT_AssemblyFile))
		return 3;
	emit.run(module);
	outs() << text;
	return 0;
}
