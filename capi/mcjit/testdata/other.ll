; The other module of main.ll, which calls it back.
declare i32 @down(i32)
define i32 @other(i32 %n) {
  %ten = call i32 @down(i32 4)
  %r = add i32 %n, %ten
  ret i32 %r
}
