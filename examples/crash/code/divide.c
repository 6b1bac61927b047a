static int divide(int a, int b) {
  return a / b;
}

int share(int people) {
  return divide(100, people);
}
