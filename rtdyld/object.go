package rtdyld

type Object struct{}
