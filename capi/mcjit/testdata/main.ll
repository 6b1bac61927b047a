; What lli-N --jit-kind=mcjit runs: it has no pointers, so that all versions of LLVM read it. The other module is other.ll.
declare i32 @putchar(i32)
declare i32 @other(i32)
define i32 @down(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = sub i32 %n, 1
  %rest = call i32 @down(i32 %less)
  %sum = add i32 %rest, %n
  ret i32 %sum
end:
  ret i32 0
}
define i32 @main() {
  %o = call i32 @other(i32 70)
  %p = call i32 @putchar(i32 %o)
  %n = call i32 @putchar(i32 10)
  %r = call i32 @down(i32 9)
  ret i32 %r
}
