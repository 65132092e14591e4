/* Included once for each kind of failure. */
static PyObject *
NAME(fail)(PyObject *self, PyObject *unused)
{
    STATE_FROM_MODULE(self);
    PyErr_SetString(MODULE_STATE->error, "failed");
    return NULL;
}
