ERROR(Format, PyExc_ValueError)
ERROR(Closed, PyExc_OSError)
