package traceback_test

import gocontext "context"

func context() gocontext.Context { return gocontext.Background() }
