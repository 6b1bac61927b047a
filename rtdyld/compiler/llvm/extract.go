package llvm

import "unsafe"

// extract makes a module of some pieces: what is elsewhere becomes a declaration, which
// takes no reading of it, and the linker for modules takes what is left and what that refers
// to.
func (j *job) extract(p *plan, lo, hi int) ([]byte, error) {
	if err := j.step("split"); err != nil {
		return nil, err
	}
	from, err := j.openBitcode(j.src.Text)
	if err != nil {
		return nil, err
	}
	isBase := p.hasBase && lo == 0
	place := func(v uintptr) (here, elsewhere bool) {
		n, ok := p.where[j.name(v)]
		in := lo <= n && n < hi
		return ok && in, ok && !in && !j.is(fnIsDeclaration, v)
	}
	drop := func(v uintptr) {
		if _, elsewhere := place(v); elsewhere {
			j.call(fnSetComdat, v, 0)
			j.call(fnSetLinkage, v, linkAvailableExternally)
		}
	}
	j.read(from, func(v uintptr) bool {
		here, _ := place(v)
		return here
	})
	j.each(fnGetFirstAlias, fnGetNextAlias, from, func(v uintptr) {
		if _, elsewhere := place(v); elsewhere {
			j.declare(from, v, j.call(fnAliasGetAliasee, v))
		}
	})
	j.each(fnGetFirstIFunc, fnGetNextIFunc, from, func(v uintptr) {
		if _, elsewhere := place(v); elsewhere {
			j.declare(from, v, j.call(fnGetIFuncResolver, v))
		}
	})
	j.each(fnGetFirstFunction, fnGetNextFunction, from, drop)
	j.each(fnGetFirstGlobal, fnGetNextGlobal, from, func(v uintptr) {
		if !isBase && j.linkage(v) == linkAppending {
			j.call(fnDeleteGlobal, v)
			return
		}
		drop(v)
	})
	if p.anchor != "" && !isBase && hi == lo+1 {
		j.refer(from, p.anchor)
	}
	if err := j.passes(from, 0, "elim-avail-extern"); err != nil {
		return nil, err
	}
	return j.take(from, p.names[lo])
}

// take links what a module defines, and what that refers to, into a new one.
func (j *job) take(from uintptr, name string) ([]byte, error) {
	to := j.own(fnDisposeModule, j.call(fnModuleCreate, uintptr(unsafe.Pointer(cstring(clean(name)))), j.context))
	var n uintptr
	file := string(view(j.call(fnGetSourceFileName, from, uintptr(unsafe.Pointer(&n))), int(n)))
	j.call(fnSetSourceFileName, to, uintptr(unsafe.Pointer(cstring(file))), uintptr(len(file)))
	j.disown(from) // which the linker disposes of
	if j.is(fnLinkModules, to, from) || j.failed() {
		return nil, j.fail("the module's parts cannot be linked")
	}
	if err := j.verify(to); err != nil {
		return nil, err
	}
	return j.bytes(j.own(fnDisposeMemoryBuffer, j.call(fnWriteBitcode, to))), nil
}

// read reads the bodies of functions of this piece. After constants have gone that the
// bitcode has, LLVM could not.
func (j *job) read(module uintptr, wanted func(v uintptr) bool) {
	none := j.call(fnCreateFunctionPassManager, module)
	j.each(fnGetFirstFunction, fnGetNextFunction, module, func(v uintptr) {
		if !j.is(fnIsDeclaration, v) && wanted(v) {
			j.call(fnRunFunctionPassManager, none, v) // which has no passes, but reads
		}
	})
	j.call(fnDisposePassManager, none)
}

// declare puts a declaration in the place of an alias or indirect function, of which target
// is what it stands for. The old one stays, unused, and is not linked.
func (j *job) declare(module, v, target uintptr) {
	name, typ := j.name(v), j.call(fnGlobalGetValueType, v)
	object := target
	for object != 0 && j.kind(object) != kindFunction && j.kind(object) != kindVariable && int32(j.call(fnGetNumOperands, object)) > 0 {
		object = j.call(fnGetOperand, object, 0)
	}
	isFunction := j.isFunctionType(typ)
	j.setName(v, "")
	var decl uintptr
	if isFunction {
		decl = j.call(fnAddFunction, module, uintptr(unsafe.Pointer(cstring(name))), typ)
		if j.kind(v) == kindAlias && j.kind(object) == kindFunction {
			j.call(fnSetFunctionCallConv, decl, j.call(fnGetFunctionCallConv, object))
		}
	} else {
		space := j.call(fnGetElementTypeAddressSpace, j.call(fnTypeOf, v))
		decl = j.call(fnAddGlobal, module, typ, uintptr(unsafe.Pointer(cstring(name))), space)
		j.call(fnSetThreadLocal, decl, j.call(fnIsThreadLocal, v))
	}
	j.call(fnReplaceAllUsesWith, v, decl)
	const visible = 0
	j.call(fnSetVisibility, v, visible)
	j.call(fnSetDLLStorageClass, v, 0)
	j.call(fnSetLinkage, v, linkInternal)
}

// refer makes the object refer to a variable that is defined elsewhere: by a pointer that
// no pass takes away.
func (j *job) refer(module uintptr, anchor string) {
	i8 := j.call(fnInt8Type, j.context)
	ptr := j.call(fnPointerType, i8, 0)
	to := j.call(fnGetNamedGlobal, module, uintptr(unsafe.Pointer(cstring(anchor))))
	if to == 0 {
		to = j.addVariable(module, i8, anchor)
		j.call(fnSetGlobalConstant, to, 1)
	}
	pointer := j.addVariable(module, ptr, anchor+".ref")
	j.call(fnSetInitializer, pointer, to)
	j.call(fnSetLinkage, pointer, linkPrivate)
	element := j.call(fnConstBitCast, pointer, ptr)
	list := j.addVariable(module, j.call(fnArrayType, ptr, 1), "llvm.compiler.used")
	j.call(fnSetInitializer, list, j.call(fnConstArray, ptr, uintptr(unsafe.Pointer(&element)), 1))
	j.call(fnSetLinkage, list, linkAppending)
	j.call(fnSetSection, list, uintptr(unsafe.Pointer(cstring("llvm.metadata"))))
}
