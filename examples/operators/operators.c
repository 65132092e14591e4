/* Slots, and binary operators, whose left operand may be anything.
 *
 * A slot has neither a defining class nor a module argument: an instance carries its state,
 * and a binary slot asks which operand is an instance (guide: "Module State Access from
 * Slot Methods, Getters and Setters"). */
#include <insulate.h>

#define OPERATORS_FIELDS(X) \
    X(TYPE, Money_type)     \
    X(OBJECT, MixedError)
INSULATE_STATE(operators, OPERATORS_FIELDS)

#define MONEY_FIELDS(X)   \
    X(OBJECT, currency)   \
    X(DATA, long long cents)
INSULATE_INSTANCE(Money, operators, MONEY_FIELDS)

static PyObject *
make(PyTypeObject *type, operators_state *state, long long cents, PyObject *currency)
{
    PyObject *self;
    if (type == NULL) { /* the collector has been at the module */
        PyErr_SetString(PyExc_RuntimeError, "the module is gone");
        return NULL;
    }
    self = Money_alloc(type, state);
    if (self != NULL) {
        Py_INCREF(currency);
        Money_of(self)->currency = currency;
        Money_of(self)->cents = cents;
    }
    return self;
}

static PyObject *
Money_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {(char *)"cents", (char *)"currency", NULL};
    operators_state *state = Money_state_from_type(type);
    PyObject *currency;
    long long cents;
    if (state == NULL || !PyArg_ParseTupleAndKeywords(args, kwargs, "LU:Money", words,
                                                      &cents, &currency)) {
        return NULL;
    }
    return make(type, state, cents, currency);
}

static int
check_same(operators_state *state, PyObject *left, PyObject *right)
{
    int order = PyUnicode_Compare(Money_of(left)->currency, Money_of(right)->currency);
    if (order == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (order != 0) {
        PyErr_Format(state->MixedError, "%U and %U", Money_of(left)->currency,
                     Money_of(right)->currency);
        return -1;
    }
    return 0;
}

/* Either operand may be the foreign one, and both may be of other module objects. */
static PyObject *
Money_add(PyObject *left, PyObject *right)
{
    Money *money = Money_either(left, right);
    long long sum;
    if (money == NULL || !Money_is(left) || !Money_is(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (check_same(money->state, left, right) < 0) {
        return NULL;
    }
    if (__builtin_add_overflow(Money_of(left)->cents, Money_of(right)->cents, &sum)) {
        PyErr_SetString(PyExc_OverflowError, "too much money");
        return NULL;
    }
    return make(money->state->Money_type, money->state, sum, money->currency);
}

/* money * 3 and 3 * money. */
static PyObject *
Money_multiply(PyObject *left, PyObject *right)
{
    Money *money = Money_either(left, right);
    PyObject *other = Money_is(left) ? right : left;
    long long factor;
    long long product;
    if (money == NULL || !PyLong_Check(other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    factor = PyLong_AsLongLong(other);
    if (factor == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (__builtin_mul_overflow(money->cents, factor, &product)) {
        PyErr_SetString(PyExc_OverflowError, "too much money");
        return NULL;
    }
    return make(money->state->Money_type, money->state, product, money->currency);
}

static PyObject *
Money_compare(PyObject *self, PyObject *other, int operation)
{
    if (!Money_is(other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (check_same(Money_of(self)->state, self, other) < 0) {
        return NULL;
    }
    Py_RETURN_RICHCOMPARE(Money_of(self)->cents, Money_of(other)->cents, operation);
}

static Py_hash_t
Money_hash(PyObject *self)
{
    Py_hash_t hash = PyObject_Hash(Money_of(self)->currency);
    if (hash != -1) {
        hash ^= (Py_hash_t)Money_of(self)->cents;
    }
    return hash == -1 && !PyErr_Occurred() ? -2 : hash;
}

static PyObject *
Money_repr(PyObject *self)
{
    return PyUnicode_FromFormat("Money(%lld, %R)", Money_of(self)->cents,
                                Money_of(self)->currency);
}

static int
Money_bool(PyObject *self)
{
    return Money_of(self)->cents != 0;
}

static PyMethodDef Money_methods[] = {INSULATE_METHODS_END};

INSULATE_CLASS(Money, "operators.Money",
               Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE, Money_methods,
               Money_new, INSULATE_SLOT(Py_nb_add, Money_add),
               INSULATE_SLOT(Py_nb_multiply, Money_multiply),
               INSULATE_SLOT(Py_nb_bool, Money_bool),
               INSULATE_SLOT(Py_tp_richcompare, Money_compare),
               INSULATE_SLOT(Py_tp_hash, Money_hash), INSULATE_SLOT(Py_tp_repr, Money_repr))

static PyMethodDef operators_methods[] = {INSULATE_METHODS_END};

static int
operators_exec(PyObject *module, operators_state *state)
{
    if (Insulate_AddException(module, &state->MixedError, "operators.MixedError",
                              "Two currencies.", PyExc_ValueError) < 0) {
        return -1;
    }
    return Insulate_AddType(module, &state->Money_type, &Money_spec, NULL);
}

INSULATE_MODULE(operators, operators, "Money.", operators_methods, operators_exec, OWN_GIL,
                GIL_NOT_USED)
