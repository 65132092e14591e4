/* Objects without a name, functions that only an attribute calls, alternatives. */
#include <Python.h>

struct point {
    int x, y;
};
static int *sizes = (int[]){1, 2};                        // want: state-static-data
static struct point *const origin = &(struct point){1, 2}; // want: state-static-data
static struct point *const unit = &(struct point){1, 1};
static const char *const *names = (const char *const[]){"a", "b"};
static long ended;    // want: state-static-data
static long selected; // want: state-static-data
static long placed;   // want: state-static-data
static char text[] = "a,b"; // want: state-static-data

static void
end(long *value)
{
    ended += *value;
}

PyObject *
use(PyObject *module, PyObject *number)
{
    long local __attribute__((cleanup(end))) = PyLong_AsLong(number);
    long *pointer = local > 0 ? &placed : NULL;
    sizes[0]++;
    origin->x = unit->x;
    _Generic(selected, long: selected, default: local) = 1;
    *(pointer ?: &placed) = 2;
    return PyUnicode_FromFormat("%s%s%s", names[0], names[1], fgets(text, 3, stdin));
}
