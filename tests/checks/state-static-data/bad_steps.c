/* Buffers that are written through pointers which step at the same time. */
#include "../module.h"

static char text[16];           // want: state-static-data
static char *cursor = text;     // want: state-static-data
static char digits[16];         // want: state-static-data
static int moved[4];            // want: state-static-data
static const char letters[] = "abc";
static int weights[4];

PyObject *
spam_count(PyObject *self, PyObject *arg)
{
    char *p = digits;
    int *q = moved + 4, *w = weights;
    const char *from = letters;
    int sum = *++w;
    *cursor++ = 'x';
    while (*from != '\0') {
        *p++ = *from++;
    }
    *--q = 3;
    while (w != weights + 4) {
        sum += *w++;
    }
    return PyLong_FromLong(sum + moved[3] + digits[0]);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(NULL);
}
