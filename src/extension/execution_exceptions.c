/* Whether an exception is set, along each path. */
#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/execution.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/references.h"
#include "extension/writes.h"

enum { RAISE_DEPTH = 4 };

/* What a call does to the exception that is set. */
enum effect {
    EFFECT_NONE,    /* nothing */
    EFFECT_SETS,    /* it sets one */
    EFFECT_CLEARS,  /* none is set afterwards */
    EFFECT_FAILS,   /* it sets one where it fails, as the C API does */
    EFFECT_LOOKS_UP, /* the same, but only a wrong type or module makes it give NULL */
    EFFECT_UNKNOWN,
};

static bool
is_one_of(const char *name, const char *const *parts, size_t n_parts)
{
    for (size_t i = 0; i < n_parts; i++) {
        if (strstr(name, parts[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static bool
has_silent_name(const char *name)
{
    static const char *const parts[] = {
        "INCREF",      "IncRef",    "DECREF",      "DecRef",     "Py_NewRef",
        "Py_XNewRef",  "NEWREF",
        "_Check",      "Py_TYPE",   "Py_SIZE",     "Py_SET_",    "Py_IS",      "Py_Is",
        "PyMem_",      "PyObject_Malloc", "PyObject_Calloc", "PyObject_Realloc",
        "PyObject_Free", "GET_",    "SET_ITEM",    "PyThread",   "PyMutex",
        "CriticalSection", "_Py_CAST", "Py_REFCNT", "PyBytes_AS", "PyUnicode_READ_CHAR",
        "PyUnicode_DATA", "PyUnicode_KIND", "IsSubtype", "HasFeature", "PyEval_SaveThread",
        "PyEval_RestoreThread", "GC_Is", "PyObject_GC_Track", "GC_UnTrack", "_Py_hash",
        "PyCapsule_IsValid", "PyObject_TypeCheck", "PyType_FastSubclass", "PyIter_Check",
        "PyVectorcall_NARGS", "InterpreterState_Get", "InterpreterState_GET",
        "ThreadState_Get", "ThreadState_GET",
    };
    return is_one_of(name, parts, ARRAY_LENGTH(parts));
}

/* A function of the C API that raises nothing, whatever it returns. */
static bool
is_silent(const struct function *function)
{
    uint8_t *answer = &function->answers->is_silent;
    if (*answer == 0) {
        *answer = (uint8_t)(1 + has_silent_name(function->name));
    }
    return *answer != 1;
}

static enum effect
effect_of_error(const char *name)
{
    static const char *const clear[] = {
        "PyErr_Clear", "PyErr_Fetch", "PyErr_GetRaisedException", "PyErr_Print",
        "PyErr_WriteUnraisable", "PyErr_FormatUnraisable", "PyErr_Display",
    };
    static const char *const none[] = {
        "PyErr_Occurred", "ExceptionMatches", "PyErr_NormalizeException", "ExcInfo",
        "HandledException",
    };
    static const char *const set[] = {
        "PyErr_SetString", "PyErr_SetObject", "PyErr_SetNone", "PyErr_SetFrom",
        "PyErr_SetImport", "PyErr_SetKeyError", "PyErr_Format", "PyErr_NoMemory", "PyErr_Bad",
    };
    return is_one_of(name, clear, ARRAY_LENGTH(clear))           ? EFFECT_CLEARS
           : is_one_of(name, none, ARRAY_LENGTH(none))           ? EFFECT_NONE
           : is_one_of(name, set, ARRAY_LENGTH(set))             ? EFFECT_SETS
           : strstr(name, "PyErr_New") || strstr(name, "PyErr_Warn")
                   || strstr(name, "CheckSignals")
               ? EFFECT_FAILS
               : EFFECT_UNKNOWN;
}

static enum effect effect_of(const struct node *call, int depth);

/* Does CALL look up a module or its state, which is there where the type is right?  Who uses the
 * result and does not ask for NULL relies on that. */
static bool
is_lookup(const struct node *call)
{
    const struct node *parent = node_outer(call)->parent;
    return parent != NULL && parent->kind != NODE_BLOCK
           && CALL_IS(call, "PyModule_GetState", "_PyModule_GetState", "PyType_GetModuleState",
                      "_PyType_GetModuleState", "PyType_GetModule", "PyType_GetModuleByDef",
                      "_PyType_GetModuleByDef");
}

static enum effect
effect_of_calls(const struct function *function, int depth)
{
    enum effect effect = EFFECT_NONE;
    for (size_t i = 0; i < function->n_calls; i++) {
        enum effect one = effect_of(function->calls[i], depth);
        if (one != EFFECT_NONE && one != EFFECT_LOOKS_UP) {
            return EFFECT_UNKNOWN;
        }
        effect = one == EFFECT_LOOKS_UP ? one : effect;
    }
    const struct type *type = function->type != NULL ? function->type->target : NULL;
    bool is_void = type != NULL && type->kind == TYPE_VOID;
    bool is_pointer = type != NULL && type->kind == TYPE_POINTER;
    return effect == EFFECT_NONE || is_void ? EFFECT_NONE
           : is_pointer                     ? effect
                                            : EFFECT_UNKNOWN;
}

/* What FUNCTION, of the project, may do to the exception. */
static enum effect
effect_of_own(const struct function *function, int depth)
{
    if (function->body == NULL || depth <= 0) {
        return EFFECT_UNKNOWN;
    }
    uint8_t *answer = &function->answers->exceptions[depth];
    if (*answer == 0) {
        *answer = (uint8_t)(1 + effect_of_calls(function, depth - 1));
    }
    return (enum effect)(*answer - 1);
}

static enum effect
effect_of(const struct node *call, int depth)
{
    const char *name = call_name(call);
    const struct function *function = call->function;
    if (function == NULL) {
        return EFFECT_UNKNOWN;
    }
    if (function->in_project) {
        return effect_of_own(function, depth);
    }
    if (is_lookup(call)) {
        return EFFECT_LOOKS_UP;
    }
    if (string_starts(name, "PyErr_") || string_starts(name, "_PyErr_")) {
        return effect_of_error(name);
    }
    if (strstr(name, "PyArg_") != NULL || string_starts(name, "_PyMutex")) {
        return EFFECT_FAILS;
    }
    if ((!string_starts(name, "Py") && !string_starts(name, "_Py")) || is_silent(function)) {
        return EFFECT_NONE;
    }
    /* These leave NULL in the place that they are given. */
    bool is_told_by_place = CALL_IS(call, "PyUnicode_Append", "PyUnicode_AppendAndDel",
                                    "PyBytes_Concat", "PyBytes_ConcatAndDel");
    bool is_void = call->type == NULL || call->type->kind == TYPE_VOID;
    return is_void && !is_told_by_place ? EFFECT_NONE : EFFECT_FAILS;
}

/* May CALL, of the C API, end as a failure without an exception? */
static bool
fails_silently(const struct node *call)
{
    static const char *const parts[] = {
        "PyIter_Next", "PyImport_GetModule", "PyDict_GetItem", "HasAttr", "HasKey",
        "PyWeakref_Get",
    };
    return is_one_of(call_name(call), parts, ARRAY_LENGTH(parts));
}

/* Does it, or does it drop an exception that was set before? */
static bool
is_exceptional(const struct node *call)
{
    static const char *const parts[] = {
        "PyObject_Call", "PyObject_Vectorcall", "PyEval_", "PyRun_", "PyWeakref_",
    };
    return fails_silently(call) || is_one_of(call_name(call), parts, ARRAY_LENGTH(parts));
}

/* Does CALL, of the C API, run code of the objects that it is given, so that no exception may be
 * set before?  A debug build of CPython aborts. */
static bool
runs_other_code(const struct node *call)
{
    static const char *const begins[] = {
        "PyObject_Call",     "PyObject_Vectorcall", "PyEval_Call",      "PyObject_Str",
        "PyObject_Repr",     "PyObject_ASCII",      "PyObject_GetAttr", "PyObject_SetAttr",
        "PyImport_Import",   "PyRun_",              "PyObject_GetIter", "PyIter_Next",
    };
    for (size_t i = 0; call->function != NULL && i < ARRAY_LENGTH(begins); i++) {
        if (string_starts(call_name(call), begins[i])) {
            return !call->function->in_project;
        }
    }
    return false;
}

static bool
gives_new_object(const struct node *call)
{
    return type_is_object_pointer(call->type) && !call_gives_small_number(call)
           && reference_given_by(call_name(call)) == REFERENCE_NEW && !fails_silently(call);
}

enum ending { ENDS_UNKNOWN, ENDS_WELL, FAILS, MAY_BE_ASKED };

/* Does each return of FUNCTION give 0, or a negative number, and some of them one? */
static bool
returns_zero_or_less(const struct function *function)
{
    bool has_negative = false;
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        const struct node *value = node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
        if (value != NULL && value->has_value) {
            has_negative |= value->value < 0;
        }
        if (node->kind == NODE_RETURN && (value == NULL || !value->has_value || value->value > 0)) {
            return false;
        }
    }
    return has_negative;
}

/* Has the function of the project a negative result, so that all others are a success? */
static bool
has_negative_end(const struct execution *execution, const struct node *call)
{
    const struct ownership *ownership =
        function_ownership_at(execution->extension, call->function, execution->call_depth + 1);
    if (ownership == NULL || ownership->n_ends == 0) {
        return returns_zero_or_less(call->function);
    }
    for (size_t i = 0; i < ownership->n_ends; i++) {
        const struct ownership_end *end = &ownership->ends[i];
        if (end->result == RESULT_NUMBER
            && (end->value_kind == VALUE_NEGATIVE
                || (end->value_kind == VALUE_NUMBER && end->number < 0)))
        {
            return true;
        }
    }
    return false;
}

/* Is 0 the failure of CALL: of what gives pointers, and of what takes arguments apart? */
static bool
fails_with_zero(const struct node *call)
{
    static const char *const parts[] = {"PyArg_", "Converter", "PyUnicode_FSDecoder"};
    return (call->type != NULL && call->type->kind == TYPE_POINTER)
           || is_one_of(call_name(call), parts, ARRAY_LENGTH(parts));
}

/* Is the result of CALL, of the C API, 0 or, where it fails and raises, -1? */
static bool
gives_zero_or_fails(const struct node *call)
{
    return call->function != NULL && !call->function->in_project
           && CALL_IS(call, "PyObject_SetAttr", "PyObject_SetAttrString", "PyObject_SetItem",
                      "PyObject_DelItem", "PyDict_SetItem", "PyDict_SetItemString",
                      "PyDict_DelItem", "PyDict_DelItemString", "PyDict_Update", "PyDict_Merge",
                      "PyList_Append", "PyList_Insert", "PyList_SetItem", "PyList_SetSlice",
                      "PyList_Sort", "PyList_Reverse", "PySet_Add", "PyTuple_SetItem",
                      "PySequence_SetItem", "PySequence_DelItem", "PyModule_AddObjectRef",
                      "PyModule_AddIntConstant", "PyModule_AddStringConstant",
                      "PyModule_AddType", "PyType_Ready", "PyObject_GetBuffer");
}

/* Is a negative result of CALL, of the C API, always a failure that raises? */
static bool
fails_with_negative(const struct node *call)
{
    static const char *const begins[] = {
        "PyObject_Size",    "PyObject_Length",   "PyObject_IsTrue",   "PyObject_Not",
        "PyObject_SetAttr", "PyObject_SetItem",  "PyObject_DelItem",  "PyObject_DelAttr",
        "PyObject_Hash",    "PyObject_IsInstance", "PyObject_IsSubclass",
        "PyObject_RichCompareBool", "PyObject_GetBuffer", "PyObject_GetOptionalAttr",
        "PySequence_Size",  "PySequence_Length", "PySequence_Contains", "PySequence_SetItem",
        "PySequence_DelItem", "PyMapping_Size",  "PyMapping_Length",  "PyDict_SetItem",
        "PyDict_DelItem",   "PyDict_Contains",   "PyDict_Update",     "PyDict_Merge",
        "PyDict_GetItemRef", "PyDict_GetItemStringRef", "PyList_Append", "PyList_Insert",
        "PyList_SetItem",   "PyList_SetSlice",   "PyList_Sort",       "PyList_Reverse",
        "PySet_Add",        "PySet_Contains",    "PySet_Discard",     "PyTuple_SetItem",
        "PyModule_Add",     "PyType_Ready",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(begins); i++) {
        if (string_starts(call_name(call), begins[i])) {
            return call->function != NULL && !call->function->in_project;
        }
    }
    return false;
}

static enum ending
ending_of(const struct execution *execution, const struct path_state *state,
          const struct node *call, struct path_value value)
{
    bool may_be_null = value.kind == VALUE_OBJECT
                       && !(state->objects[value.number].flags & OBJECT_NOT_NULL);
    bool is_zero = value.kind == VALUE_NUMBER && value.number == 0;
    bool is_negative = value.kind == VALUE_NEGATIVE
                       || (value.kind == VALUE_NUMBER && value.number < 0);
    if (value.kind == VALUE_UNKNOWN || may_be_null) {
        return MAY_BE_ASKED;
    }
    if (fails_with_zero(call)) {
        return is_zero ? FAILS : ENDS_WELL;
    }
    return is_negative ? FAILS
           : value.kind == VALUE_NOT_ZERO               ? ENDS_UNKNOWN
           : !call->function->in_project                ? ENDS_WELL
           : has_negative_end(execution, call)          ? ENDS_WELL
                                                        : ENDS_UNKNOWN;
}

/* From here on STATE has EXCEPTION. */
static void
become(struct path_state *state, enum exception exception)
{
    state->exception = (uint8_t)exception;
    state->is_noted = false;
    state->is_left = false;
    state->is_chosen = false;
    state->is_asked = false;
    state->failed = NULL;
}

static struct ownership_fault *add_fault(struct execution *execution,
                                         enum ownership_fault_kind kind, const struct node *at);

void
exception_after_call(struct execution *execution, struct path_state *state,
                     const struct node *call, struct path_value value, bool is_given_null)
{
    enum effect effect = effect_of(call, RAISE_DEPTH);
    if (effect == EFFECT_NONE) {
        /* A function of the project may note it where its caller asks. */
        state->is_noted |= call->function == NULL || call->function->in_project;
        return;
    }
    if (effect == EFFECT_LOOKS_UP) {
        state->is_noted |= call->function->in_project;
        if (state->exception == EXCEPTION_NONE
            && (value.kind == VALUE_UNKNOWN || value.kind == VALUE_NUMBER))
        {
            state->exception = EXCEPTION_UNKNOWN;
        }
        return;
    }
    bool was_none = state->exception == EXCEPTION_NONE;
    if (state->is_asked && (state->exception == EXCEPTION_SET || state->is_left)
        && runs_other_code(call))
    {
        add_fault(execution, FAULT_CALLED_RAISED, call);
    }
    state->risky = NULL;
    state->is_well = value.kind == VALUE_OBJECT && call->function != NULL
                     && !call->function->in_project && gives_new_object(call)
                     && (state->objects[value.number].flags & OBJECT_NOT_NULL) != 0;
    if (effect == EFFECT_SETS || effect == EFFECT_CLEARS) {
        become(state, effect == EFFECT_SETS ? EXCEPTION_SET : EXCEPTION_NONE);
        state->is_chosen = effect == EFFECT_SETS && !CALL_IS(call, "PyErr_NoMemory");
        return;
    }
    bool remains = effect == EFFECT_FAILS && !is_exceptional(call) && !is_given_null;
    if (state->exception == EXCEPTION_SET) {
        state->exception = remains ? EXCEPTION_SET : EXCEPTION_UNKNOWN;
        return;
    }
    state->is_left &= remains;
    enum ending ending = call->function != NULL ? ending_of(execution, state, call, value)
                         : value.kind == VALUE_UNKNOWN ? MAY_BE_ASKED
                                                       : ENDS_UNKNOWN;
    if (ending == FAILS && effect == EFFECT_FAILS
        && (gives_new_object(call) || (call->type->kind == TYPE_INTEGER && fails_with_zero(call))))
    {
        become(state, EXCEPTION_SET);
        state->failed = call;
    }
    else if (ending != ENDS_WELL) {
        state->exception = EXCEPTION_UNKNOWN;
        state->risky = ending == MAY_BE_ASKED && was_none ? call : NULL;
    }
}

/* Does the function itself write what the static or member of SITE holds? */
static bool
is_given(const struct execution *execution, const struct site *site)
{
    if (site->variable != NULL) {
        struct writes writes = variable_writes(execution->extension, site->variable);
        for (size_t i = 0; i < writes.n_items; i++) {
            if (writes.items[i]->within == execution->function) {
                return true;
            }
        }
        return false;
    }
    const struct member_uses *uses = members_called(execution->extension, site->field);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        if (uses->items[i]->within == execution->function && uses->items[i]->is_written) {
            return true;
        }
    }
    return false;
}

void
exception_before_question(struct path_state *state)
{
    if (state->exception == EXCEPTION_SET && state->is_noted) {
        state->exception = EXCEPTION_UNKNOWN; /* it may be asked here */
    }
}

void
exception_after_question(struct execution *execution, struct path_state *state,
                         struct path_value value, bool is_null)
{
    if (value.kind != VALUE_OBJECT) {
        return;
    }
    const struct site *site = &execution->sites[value.number];
    const struct node *call = site->node;
    bool may_be_known = site->origin == FROM_PARAMETER
                        || site->origin == FROM_PARSED /* is not NULL, if it is no option */
                        || ((site->origin == FROM_MEMBER || site->origin == FROM_STATIC)
                            && is_given(execution, site))
                        || (call != NULL && call->kind == NODE_CALL
                            && effect_of(call, RAISE_DEPTH) == EFFECT_LOOKS_UP);
    if (is_null && may_be_known && state->exception == EXCEPTION_NONE) {
        state->exception = EXCEPTION_UNKNOWN; /* what was to give it may have failed */
    }
    if (is_null && CALL_IS(call, "PyDict_GetItem", "PyDict_GetItemString")) {
        become(state, EXCEPTION_NONE); /* they drop what is raised */
    }
    if (call != NULL && CALL_IS(call, "PyErr_Occurred")) {
        bool is_answer = state->exception == EXCEPTION_NONE || state->risky != NULL;
        become(state, !is_null    ? EXCEPTION_SET
                      : is_answer ? EXCEPTION_NONE
                                  : EXCEPTION_UNKNOWN);
        state->is_asked = !is_null;
        state->risky = NULL;
    }
}

/* Is NODE an argument of a call that is part of no condition? */
static bool
is_only_handed_on(const struct node *node)
{
    const struct node *child = node_outer(node), *parent = child->parent;
    if (parent == NULL || parent->kind != NODE_CALL) {
        return false;
    }
    for (; parent != NULL && parent->kind != NODE_BLOCK; child = parent, parent = parent->parent) {
        bool is_condition = (parent->kind == NODE_IF && parent->first == child)
                            || parent->kind == NODE_CONDITIONAL || parent->kind == NODE_BINARY
                            || parent->kind == NODE_WHILE || parent->kind == NODE_DO
                            || parent->kind == NODE_FOR || parent->kind == NODE_SWITCH;
        if (is_condition) {
            return false;
        }
    }
    return true;
}

/* Is NODE, which is written, changed in a statement of its own: `n++`, `n = 1`, `n += 2`? */
static bool
is_only_changed(const struct node *node)
{
    const struct node *change = node_outer(node)->parent;
    bool is_change = change != NULL
                     && (change->kind == NODE_ASSIGN || change->kind == NODE_UNARY)
                     && node_bare(change->first) == node && node->is_written;
    const struct node *parent = is_change ? node_outer(change)->parent : NULL;
    return parent != NULL && (parent->kind == NODE_BLOCK || parent->kind == NODE_FOR);
}

/* May code that runs behind AT ask what VARIABLE, a local, is? */
static bool
may_be_asked_behind(const struct node *at, const struct variable *variable)
{
    bool is_repeated = false;
    for (const struct node *node = at->parent; node != NULL; node = node->parent) {
        is_repeated |= node->kind == NODE_FOR || node->kind == NODE_WHILE
                       || node->kind == NODE_DO || node->kind == NODE_LABEL;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if ((is_repeated || use->begin >= at->end) && !is_only_handed_on(use)
            && !is_only_changed(use))
        {
            return true;
        }
    }
    return false;
}

/* Is AT a step from one round of a loop to the next? */
static bool
is_step_of_loop(const struct node *at)
{
    while (at->parent != NULL && at->parent->kind == NODE_BINARY && at->parent->op == ',') {
        at = at->parent;
    }
    const struct node *loop = at->parent;
    if (loop == NULL || loop->kind != NODE_FOR || loop->text == NULL) {
        return false;
    }
    const char *part = loop->text;
    for (const struct node *child = loop->first; child != at && *part != '\0';
         child = child->next)
    {
        part++;
    }
    return *part == 'n';
}

void
exception_noted_by(const struct execution *execution, struct path_state *state,
                   const struct node *at, int place)
{
    const struct node *target = node_bare(at->kind == NODE_VARIABLE ? NULL : at->first);
    const struct variable *local = at->kind == NODE_VARIABLE ? at->variable
                                   : target != NULL && target->kind == NODE_NAME
                                       ? target->variable
                                       : NULL;
    bool is_followed = place >= 0 && !execution->escaped[place]
                       && state->places[place].kind != VALUE_UNKNOWN;
    state->is_noted |= !is_followed && !is_step_of_loop(at)
                       && (local == NULL || variable_is_static(local)
                           || may_be_asked_behind(at, local));
}

void
exception_is_forgotten(struct path_state *state)
{
    if (state->exception == EXCEPTION_SET || state->is_left) {
        become(state, EXCEPTION_UNKNOWN);
    }
}

void
exception_is_unclear(struct states *states)
{
    for (size_t i = 0; i < states->n_items; i++) {
        become(states->items[i], EXCEPTION_UNKNOWN);
        states->items[i]->risky = NULL;
    }
}

/* The call whose result OPERAND is. */
static const struct node *
asked_call(const struct node *operand, const struct node *risky)
{
    operand = node_bare(operand);
    if (operand != NULL && operand->kind == NODE_ASSIGN) {
        operand = node_bare(operand->first->next);
    }
    return operand != NULL && operand->kind == NODE_NAME && operand->variable != NULL
                   && call_local(risky) == operand->variable
               ? risky
               : operand;
}

/* Is NODE a local number that is written by its address alone?  Whether that went well, another
 * result says. */
static bool
is_filled_alone(const struct node *node)
{
    node = node_bare(node);
    const struct variable *local =
        node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || local->initial != NULL)
    {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (local->uses[i]->is_written) {
            return false;
        }
    }
    return true;
}

/* Is VALUE what a call of the C API makes a number of an object?  It may be negative. */
static bool
is_number_of_object(const struct node *value)
{
    static const char *const begins[] = {"PyLong_As", "PyNumber_As", "PyFloat_As"};
    const struct node *call = node_bare(value);
    bool is_one = false;
    for (size_t i = 0; call != NULL && call->kind == NODE_CALL && i < ARRAY_LENGTH(begins); i++) {
        is_one |= string_starts(call_name(call), begins[i]);
    }
    return is_one && call->function != NULL && !call->function->in_project;
}

/* Is NODE a local that is given such numbers alone?  Whether that went well is known before
 * somebody asks for their sign. */
static bool
is_converted(const struct node *node)
{
    node = node_bare(node);
    const struct variable *local =
        node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || (local->initial != NULL && !is_number_of_object(local->initial)))
    {
        return false;
    }
    bool is_given = local->initial != NULL;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = node_outer(local->uses[i]), *parent = use->parent;
        if (local->uses[i]->is_address_taken) {
            return false;
        }
        if (!local->uses[i]->is_written) {
            continue;
        }
        if (parent == NULL || parent->kind != NODE_ASSIGN || parent->first != use) {
            return false;
        }
        if (parent->op == '=' && !is_number_of_object(use->next)) {
            return false;
        }
        is_given |= parent->op == '=';
    }
    return is_given;
}

void
exception_within(struct path_state *state, const struct node *operand, int64_t low,
                 int64_t high, bool is_not_zero)
{
    const struct node *call = state->risky;
    bool is_match =
        CALL_IS(node_bare(operand), "PyErr_ExceptionMatches") && (is_not_zero || low > 0);
    if (is_match && state->exception == EXCEPTION_UNKNOWN) {
        become(state, EXCEPTION_SET);
        state->is_asked = true;
        state->risky = NULL;
        return;
    }
    state->is_asked |= state->exception == EXCEPTION_SET
                       && (is_match
                           || (state->failed != NULL
                               && asked_call(operand, state->failed) == state->failed));
    if (high < 0 && state->exception == EXCEPTION_NONE && !is_filled_alone(operand)
        && !is_converted(operand))
    {
        state->exception = EXCEPTION_UNKNOWN; /* something failed, whatever it was */
    }
    if (call == NULL || asked_call(operand, call) != call) {
        return;
    }
    if ((high < 0 && fails_with_negative(call))
        || ((is_not_zero || low > 0) && gives_zero_or_fails(call)))
    {
        become(state, EXCEPTION_SET);
        state->is_asked = true;
        state->risky = NULL;
        return;
    }
    /* Who knows what 0 means there, unless it is all that is returned besides failures. */
    bool is_own = call->function == NULL || call->function->in_project
                  || string_starts(call_name(call), "_Py");
    is_own &= call->function == NULL || call->function->body == NULL
              || !call->function->in_project || !returns_zero_or_less(call->function);
    bool is_well = fails_with_zero(call) ? is_not_zero || low > 0 || high < 0
                                         : low >= 0 && (!is_own || high == INT32_MAX);
    if (is_well) {
        become(state, EXCEPTION_NONE);
        state->risky = NULL;
    }
}

/* Does CALL, of the C API, give -1 where it fails? */
static bool
fails_with_minus_one(const struct node *call)
{
    static const char *const numbers[] = {"PyLong_As", "PyNumber_As", "PyFloat_As"};
    return call->function != NULL && !call->function->in_project
           && (fails_with_negative(call)
               || is_one_of(call_name(call), numbers, ARRAY_LENGTH(numbers)));
}

void
exception_after_comparison(struct path_state *state, const struct node *operand, int op,
                           int64_t c)
{
    const struct node *call = state->risky;
    if (op == OP_NOT_EQUAL && c == -1 && call != NULL && asked_call(operand, call) == call
        && fails_with_minus_one(call))
    {
        become(state, EXCEPTION_NONE);
        state->risky = NULL;
    }
}

/* Is an exception set on a path to STATE, and does nothing else tell that path from others? */
static bool
leaves_exception(const struct path_state *state)
{
    return state->exception == EXCEPTION_SET ? !state->is_noted : state->is_left;
}

bool
exceptions_join(struct path_state *io_state, const struct path_state *other)
{
    bool is_left = leaves_exception(io_state) || leaves_exception(other);
    bool is_asked = (io_state->is_asked || !leaves_exception(io_state))
                    && (other->is_asked || !leaves_exception(other)) && is_left;
    io_state->is_chosen |= other->is_chosen;
    bool is_new = is_left != leaves_exception(io_state)
                  || (io_state->is_well && !other->is_well) || is_asked != io_state->is_asked;
    io_state->is_asked = is_asked;
    io_state->failed = io_state->failed == other->failed ? io_state->failed : NULL;
    io_state->is_well &= other->is_well;
    if (io_state->exception != other->exception || io_state->exception != EXCEPTION_SET) {
        io_state->is_left = is_left;
    }
    else {
        io_state->is_noted = !is_left;
    }
    if (io_state->exception != other->exception && io_state->exception != EXCEPTION_UNKNOWN) {
        io_state->exception = EXCEPTION_UNKNOWN;
        is_new = true;
    }
    if (io_state->risky != other->risky && io_state->risky != NULL) {
        io_state->risky = NULL;
        is_new = true;
    }
    return is_new;
}

static struct ownership_fault *
add_fault(struct execution *execution, enum ownership_fault_kind kind, const struct node *at)
{
    struct ownership *result = execution->result;
    for (size_t i = 0; i < result->n_faults; i++) {
        if (result->faults[i].kind == kind && result->faults[i].node == at) {
            return &result->faults[i];
        }
    }
    ARENA_GROW(execution->extension->arena, result->faults, result->n_faults,
               execution->faults_capacity);
    result->faults[result->n_faults] = (struct ownership_fault){.kind = kind, .node = at};
    return &result->faults[result->n_faults++];
}

/* Does FUNCTION repeat anything?  A loop may have to run, or to end the function. */
static bool
has_loop(const struct function *function)
{
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_FOR || node->kind == NODE_WHILE
            || (node->kind == NODE_DO && node->first != NULL && node->first->next != NULL
                && !node->first->next->has_value))
        {
            return true;
        }
    }
    return false;
}

/* Is NODE a local of FUNCTION that is NULL from where it is declared on? */
static bool
is_null_local(const struct function *function, const struct node *node)
{
    node = node_bare(node);
    const struct variable *local =
        node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
    return local != NULL && local->storage == STORAGE_AUTOMATIC && !local->is_parameter
           && local->initial != NULL && node_is_null(local->initial) && !has_loop(function);
}

/* The function returns the number VALUE at AT. */
static void
number_at_end(struct execution *execution, const struct path_state *state,
              const struct node *at, struct path_value value)
{
    bool is_raised = state->exception == EXCEPTION_SET || state->is_left;
    bool is_zero = value.kind == VALUE_NUMBER && value.number == 0;
    bool is_positive = value.kind == VALUE_POSITIVE
                       || (value.kind == VALUE_NUMBER && value.number > 0);
    bool is_negative = value.kind == VALUE_NUMBER && value.number < 0;
    /* CPython takes 1 for a failure, too, where it expects 0. */
    if (is_raised && (is_zero || is_positive || value.kind == VALUE_NOT_NEGATIVE)) {
        add_fault(execution, FAULT_STILL_RAISED, at)->is_positive = is_positive;
    }
    if (is_negative && state->exception == EXCEPTION_NONE) {
        add_fault(execution, FAULT_NOT_RAISED, at)->is_number = true;
    }
    execution->result->raises_by_zero |= is_zero && state->exception == EXCEPTION_SET;
}

void
exception_at_end(struct execution *execution, const struct path_state *state,
                 const struct node *at, struct path_value value)
{
    const struct type *type =
        execution->function->type != NULL ? execution->function->type->target : NULL;
    bool is_raised = state->exception == EXCEPTION_SET || state->is_left;
    if (type != NULL && type->kind == TYPE_INTEGER) {
        number_at_end(execution, state, at, value);
    }
    if (type == NULL || !type_is_object_pointer(type)) {
        return;
    }
    const struct node *returned = at->kind == NODE_RETURN ? at->first : NULL;
    bool is_null = node_is_null(returned)
                   || (is_null_local(execution->function, returned) && value.kind == VALUE_NUMBER
                       && value.number == 0);
    bool is_object = value.kind == VALUE_ADDRESS || value.kind == VALUE_NOT_ZERO
                     || (value.kind == VALUE_OBJECT
                         && (state->objects[value.number].flags & OBJECT_NOT_NULL) != 0);
    if (value.kind == VALUE_NUMBER && value.number == 0) {
        execution->result->raises |= state->exception == EXCEPTION_SET && !state->is_chosen;
        execution->result->fails_quietly |= state->exception == EXCEPTION_NONE;
    }
    if (is_null && state->exception == EXCEPTION_NONE) {
        add_fault(execution, FAULT_NOT_RAISED, at);
    }
    if (is_object && is_raised) {
        add_fault(execution, FAULT_STILL_RAISED, at);
    }
}
