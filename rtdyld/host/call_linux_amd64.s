// Functions without a body that stand for functions of the runtime (go:linkname)
// are allowed in packages that have an assembly file.
