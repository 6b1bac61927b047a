/* Names with 64 of asynchronous input and output. */
#include "alias.h"
ALIAS(aio_cancel64, aio_cancel)
ALIAS(aio_error64, aio_error)
ALIAS(aio_fsync64, aio_fsync)
ALIAS(aio_read64, aio_read)
ALIAS(aio_return64, aio_return)
ALIAS(aio_suspend64, aio_suspend)
ALIAS(aio_write64, aio_write)
ALIAS(lio_listio64, lio_listio)
