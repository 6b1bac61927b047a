program sums
  implicit none
  integer :: i, n
  real(8), allocatable :: x(:)
  character(len=20) :: word
  call get_command_argument(1, word)
  read (word, *) n
  allocate (x(n))
  do i = 1, n
    x(i) = sqrt(real(i, 8))
  end do
  print '(a,i0,a,f12.6)', 'roots of ', n, ' numbers: ', sum(x)
  if (n > 1000) stop 3
  deallocate (x)
end program
