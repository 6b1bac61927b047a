; A name that nobody defines.
declare i32 @nosuch()
define i32 @main() {
  %r = call i32 @nosuch()
  ret i32 %r
}
