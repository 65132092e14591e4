/* What a call does with the references that it is given, and what it gives. */
#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/execution.h"
#include "extension/expression.h"
#include "extension/references.h"

static const struct path_value UNKNOWN_VALUE = {VALUE_UNKNOWN, 0};
static const struct path_value NULL_VALUE = {VALUE_NUMBER, 0};

enum { ARGUMENTS_MOST = 16 };

/* A call whose arguments are evaluated. */
struct invocation {
    struct path_state *state;
    const struct node *call;
    const char *name;
    struct path_value arguments[ARGUMENTS_MOST];
    size_t n_arguments;
};

static bool
holds(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

static bool
is_retain(const char *name)
{
    return holds(name, "INCREF") || holds(name, "IncRef");
}

static bool
is_new_reference(const char *name)
{
    return holds(name, "NewRef") || holds(name, "NEWREF");
}

static bool
is_release(const char *name)
{
    return holds(name, "DECREF") || holds(name, "DecRef");
}

/* Does it crash with NULL, as those with an X do not? */
static bool
counts_without_asking(const char *name)
{
    static const char *const names[] = {"Py_DECREF", "Py_INCREF", "Py_NewRef", "_Py_NewRef"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
never_returns(const char *name)
{
    static const char *const names[] = {
        "__assert_fail", "abort", "exit", "_exit", "__builtin_unreachable",
        "__builtin_trap", "Py_FatalError", "_Py_FatalErrorFunc", "Py_Exit",
        "__assert", "__assert_rtn", "longjmp", "Py_ExitStatusException",
        "_Py_FatalErrorFormat", "_Py_NegativeRefcount", "_PyObject_AssertFailed",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Is it the C API's, in CPython's public headers? */
static bool
is_api(const struct node *call)
{
    return call->function != NULL && !call->function->in_project
           && string_starts(call_name(call), "Py");
}

/* Does it run no code that could change members of structs? */
static bool
is_harmless(const char *name)
{
    static const char *const parts[] = {
        "INCREF",   "IncRef",      "NewRef",   "NEWREF",       "Check",     "Py_TYPE",
        "Py_SIZE",  "Py_IS",       "Py_Is",    "PyErr_",       "PyMem_",    "GET_ITEM",
        "SET_ITEM", "GetState",    "PyThread", "PyMutex",      "CriticalSection",
        "_Py_CAST", "Py_REFCNT",   "PyTuple_GET", "PyList_GET", "PyUnicode_GET",
        "PyBytes_AS", "PyBytes_GET", "PyUnicode_READ", "PyUnicode_DATA",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        if (holds(name, parts[i])) {
            return true;
        }
    }
    return strncmp(name, "mem", 3) == 0 || strncmp(name, "str", 3) == 0
           || string_starts(name, "__builtin");
}

/* Does it read or write what its first two arguments point to? */
static bool
fills_memory(const char *name)
{
    return strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0
           || strcmp(name, "memset") == 0 || strcmp(name, "strcpy") == 0;
}

/* --- outcomes -------------------------------------------------------------- */

static struct path_value
made(struct execution *execution, struct path_state *state, const struct node *call,
     int origin, int count)
{
    struct site site = {.node = call, .place = -1, .origin = origin};
    struct path_value value = object_make(execution, state, site);
    struct path_object *object = value_object(state, value);
    if (object != NULL && !(object->flags & OBJECT_UNKNOWN)) {
        object->count = (int16_t)count;
        object->flags |= count > 0 ? OBJECT_NOT_NULL : 0;
    }
    return value;
}

static void
escape_arguments(struct execution *execution, struct invocation *at, size_t first)
{
    for (size_t i = first; i < at->n_arguments; i++) {
        struct path_value value = at->arguments[i];
        value_escape(at->state, value);
        if (value.kind == VALUE_ADDRESS) {
            at->state->places[value.number] = UNKNOWN_VALUE;
            execution->escaped[value.number] = true;
        }
    }
}

/* What an address is given for, the call changes: it is not known to what. */
static void
forget_outputs(struct execution *execution, struct invocation *at)
{
    for (size_t i = 0; i < at->n_arguments; i++) {
        struct path_value value = at->arguments[i];
        if (value.kind == VALUE_ADDRESS) {
            const struct variable *variable =
                execution->places[value.number].variable;
            value_escape(at->state, value);
            at->state->places[value.number] = UNKNOWN_VALUE;
            if (variable != NULL) {
                atoms_forget(execution, at->state, variable);
            }
        }
    }
}

/* A pointer of unknown meaning that a call gives. */
static struct path_value
opaque_result(struct execution *execution, struct invocation *at)
{
    const struct type *type = at->call->type;
    return type != NULL && type->kind == TYPE_POINTER && !type_is_object_pointer(type)
               ? made(execution, at->state, at->call, FROM_POINTER, 0)
               : UNKNOWN_VALUE;
}

/* What a function gives that is not seen, and not of the public C API. */
static struct path_value
unclear_result(struct execution *execution, struct invocation *at)
{
    bool is_followed = at->call->type != NULL && type_is_object_pointer(at->call->type)
                       && execution->question == NULL
                       && execution->n_sites < EXECUTION_UNCLEAR_MOST;
    return is_followed ? made(execution, at->state, at->call, FROM_UNCLEAR, 0)
                       : opaque_result(execution, at);
}

/* The reference is NEW, where it is no NULL. */
static void
give_object(struct execution *execution, struct invocation *at, int origin, int count,
            bool may_fail, struct outcomes *out)
{
    if (may_fail) {
        outcomes_add(execution, out, state_copy(execution, at->state), NULL_VALUE);
    }
    outcomes_add(execution, out, at->state,
                 made(execution, at->state, at->call, origin, count));
}

/* --- the C API --------------------------------------------------------------- */

static bool
is_parser(const char *name)
{
    return holds(name, "PyArg_ParseTuple") || holds(name, "PyArg_UnpackTuple")
           || holds(name, "PyArg_Parse_") || strcmp(name, "PyArg_Parse") == 0;
}

/* Does a format of CALL hold an `O&`, which may give new references, or none that can be
 * read? */
static bool
has_converter(const struct node *call)
{
    if (holds(call_name(call), "UnpackTuple")) {
        return false;
    }
    const struct node *format =
        node_bare(call_argument(call, holds(call_name(call), "Keywords") ? 2 : 1));
    return format == NULL || format->kind != NODE_STRING
           || strchr(format->text, '&') != NULL;
}

/* A call that takes arguments apart: what it gives is borrowed. */
static void
parse_arguments(struct execution *execution, struct invocation *at,
                struct outcomes *out)
{
    struct path_state *failed = state_copy(execution, at->state);
    /* The caller's arguments, not something that the function took apart itself. */
    bool is_unclear = has_converter(at->call) || at->n_arguments == 0
                      || at->arguments[0].kind != VALUE_OBJECT
                      || execution->sites[at->arguments[0].number].origin
                             != FROM_PARAMETER;
    for (size_t i = 0; i < at->n_arguments; i++) {
        struct path_value value = at->arguments[i];
        if (value.kind != VALUE_ADDRESS) {
            continue;
        }
        struct path_value before = at->state->places[value.number];
        const struct variable *variable = execution->places[value.number].variable;
        bool is_object = !is_unclear && variable != NULL
                         && type_is_object_pointer(variable->type)
                         && (before.kind == VALUE_UNKNOWN
                             || (before.kind == VALUE_NUMBER && before.number == 0));
        value_escape(at->state, value);
        value_escape(failed, value);
        if (variable != NULL) {
            atoms_forget(execution, at->state, variable);
            atoms_forget(execution, failed, variable);
        }
        at->state->places[value.number] = UNKNOWN_VALUE;
        failed->places[value.number] = UNKNOWN_VALUE;
        if (is_object) {
            struct site site = {
                .variable = variable, .place = -1, .origin = FROM_PARSED};
            at->state->places[value.number] = object_make(execution, at->state, site);
        }
    }
    outcomes_add(execution, out, failed, NULL_VALUE);
    outcomes_add(execution, out, at->state, (struct path_value){VALUE_NOT_ZERO, 0});
}

/* Do its values go by a format that says who owns them, with an N in it? */
static bool
hands_over_by_format(const struct node *call)
{
    const char *name = call_name(call);
    if (!holds(name, "BuildValue") && !holds(name, "PyObject_CallFunction")
        && !holds(name, "PyObject_CallMethod") && !holds(name, "PyEval_Call"))
    {
        return false;
    }
    for (const struct node *at = call->first->next; at; at = at->next) {
        const struct node *format = node_bare(at);
        if (format != NULL && format->kind == NODE_STRING
            && strchr(format->text, 'N') != NULL)
        {
            return true;
        }
    }
    return !holds(name, "ObjArgs") && !holds(name, "NoArgs") && !holds(name, "OneArg")
           && call->first->next != NULL && !CALL_IS(call, "PyObject_CallFunctionObjArgs");
}

/* Does it take objects as what they are, and keep no pointer but with a reference? */
static bool
argument_is_object(const struct function *function, size_t i)
{
    return i >= function->n_parameters
               ? function->is_variadic
               : function->parameters[i]->type != NULL
                     && type_is_object_pointer(function->parameters[i]->type);
}

static bool
result_is_used(const struct node *call)
{
    const struct node *parent = node_outer(call)->parent;
    return parent != NULL && parent->kind != NODE_BLOCK && parent->kind != NODE_LABEL
           && parent->kind != NODE_CASE && parent->kind != NODE_DEFAULT
           && !(parent->kind == NODE_IF && parent->first != node_outer(call));
}

static bool
is_among(const struct node *call, const struct node *const *calls, size_t n_calls)
{
    for (size_t i = 0; i < n_calls; i++) {
        if (calls[i] == call) {
            return true;
        }
    }
    return false;
}

/* Is CALL to be read as one that takes no reference over? */
static bool
is_by_ref(const struct execution *execution, const struct node *call)
{
    const struct question *question = execution->question;
    return question != NULL
           && is_among(call, question->answer->by_ref, question->answer->n_by_ref);
}

static void
call_api(struct execution *execution, struct invocation *at, struct outcomes *out)
{
    const char *name = at->name;
    if (is_parser(name)) {
        parse_arguments(execution, at, out);
        return;
    }
    if (CALL_IS(at->call, "PyModule_AddObject", "PyModule_AddObjectRef", "PyModule_Add")
        && at->n_arguments == 3 && at->arguments[2].kind == VALUE_NUMBER)
    {
        /* They take NULL for the failure that it stands for. */
        outcomes_add(execution, out, at->state, (struct path_value){VALUE_NUMBER, -1});
        return;
    }
    int stolen = reference_stolen_by(name);
    bool hands_over = hands_over_by_format(at->call);
    for (size_t i = 0; i < at->n_arguments; i++) {
        tell_used(execution, at->state, at->arguments[i], at->call);
        if (hands_over || stolen == REFERENCE_STOLEN_ALL
            || (at->arguments[i].kind == VALUE_OBJECT
                && !argument_is_object(at->call->function, i)))
        {
            value_escape(at->state, at->arguments[i]);
        }
        struct path_object *object = value_object(at->state, at->arguments[i]);
        if (object != NULL && i > 0 && (int)i != stolen && !is_harmless(name)) {
            object->flags |= OBJECT_HELD;
        }
    }
    forget_outputs(execution, at);
    if (holds(name, "SET_REFCNT") || holds(name, "PyObject_Init")
        || holds(name, "PyObject_INIT") || holds(name, "PyObject_Resurrect"))
    {
        escape_arguments(execution, at, 0);
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
        return;
    }
    if (stolen >= 0 && (size_t)stolen < at->n_arguments && !is_by_ref(execution, at->call)) {
        if (reference_is_stolen_on_success(name)) {
            bool is_asked = value_is_asked(execution, at->arguments[stolen]);
            if (!result_is_used(at->call) && !is_asked) {
                /* That it may fail is another fault. */
                value_escape(at->state, at->arguments[stolen]);
            }
            if (result_is_used(at->call) || !is_asked) {
                outcomes_add(execution, out, state_copy(execution, at->state),
                             (struct path_value){VALUE_NUMBER, -1});
            }
            value_release(execution, at->state, at->arguments[stolen], at->call, true);
            outcomes_add(execution, out, at->state, NULL_VALUE);
            return;
        }
        if (result_is_used(at->call) && CALL_IS(at->call, "PyList_SetItem", "PyTuple_SetItem")
            && value_object(at->state, at->arguments[stolen]) != NULL
            && execution->sites[at->arguments[stolen].number].origin != FROM_NEW)
        {
            /* Only a wrong index makes it fail, where the object is somebody else's. */
            struct path_state *failed = state_copy(execution, at->state);
            value_escape(failed, at->arguments[stolen]);
            outcomes_add(execution, out, failed, (struct path_value){VALUE_NUMBER, -1});
            value_release(execution, at->state, at->arguments[stolen], at->call, true);
            outcomes_add(execution, out, at->state, NULL_VALUE);
            return;
        }
        value_release(execution, at->state, at->arguments[stolen], at->call, true);
    }
    if (at->call->type == NULL || at->call->type->kind != TYPE_POINTER) {
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
        return;
    }
    enum reference given = reference_given_by(name);
    bool is_object = type_is_object_pointer(at->call->type);
    if (CALL_IS(at->call, "PyInterpreterState_Get", "PyThreadState_Get",
                "PyInterpreterState_Main"))
    {
        /* Where there is none, they end the process. */
        outcomes_add(execution, out, at->state, (struct path_value){VALUE_NOT_ZERO, 0});
    }
    else if (!is_object) {
        outcomes_add(execution, out, at->state, opaque_result(execution, at));
    }
    else if (given == REFERENCE_NONE) {
        outcomes_add(execution, out, at->state, NULL_VALUE);
    }
    else if (!reference_is_listed(name)
             && (name[0] == '_' || holds(name, "_GET_") || holds(name, "Borrow"))) {
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
    }
    else if (given == REFERENCE_NEW) {
        /* Each object has a type, each frame its code. */
        bool may_fail = !call_gives_small_number(at->call)
                        && !CALL_IS(at->call, "PyObject_Type", "PyBool_FromLong",
                                    "PyFrame_GetCode", "PyFrame_GetGlobals",
                                    "PyFrame_GetBuiltins");
        give_object(execution, at, FROM_NEW, 1, may_fail, out);
    }
    else if (strcmp(name, "Py_GetConstantBorrowed") == 0) {
        outcomes_add(execution, out, at->state, (struct path_value){VALUE_NOT_ZERO, 0});
    }
    else if (given == REFERENCE_BORROWED) {
        give_object(execution, at, FROM_BORROWED, 0, false, out);
    }
    else {
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
    }
}

/* --- the project's own functions --------------------------------------------- */

static struct path_value
end_result(struct execution *execution, struct invocation *at,
           const struct ownership_end *end)
{
    switch (end->result) {
    case RESULT_NUMBER:
        return (struct path_value){end->value_kind, end->number};
    case RESULT_THERE:
        return (struct path_value){VALUE_NOT_ZERO, 0};
    case RESULT_NEW:
        return made(execution, at->state, at->call, FROM_NEW, 1);
    case RESULT_BORROWED:
        return end->may_be_taken
                   ? UNKNOWN_VALUE
                   : made(execution, at->state, at->call, FROM_BORROWED, 0);
    case RESULT_PARAMETER:
    case RESULT_NEW_PARAMETER:
        if ((size_t)end->number < at->n_arguments
            && at->arguments[end->number].kind == VALUE_OBJECT)
        {
            value_retain(execution, at->state, at->arguments[end->number], false, at->call);
            struct path_object *object =
                value_object(at->state, at->arguments[end->number]);
            if (end->result == RESULT_PARAMETER && !(object->flags & OBJECT_UNKNOWN)) {
                object->count--;
            }
            return at->arguments[end->number];
        }
        return UNKNOWN_VALUE;
    default:
        return opaque_result(execution, at);
    }
}

static void
apply_end(struct execution *execution, struct invocation at,
          const struct ownership_end *end, bool is_told_elsewhere, struct outcomes *out)
{
    for (size_t i = 0; i < at.n_arguments; i++) {
        struct path_value value = at.arguments[i];
        if (value.kind != VALUE_OBJECT) {
            continue;
        }
        if (i >= OWNERSHIP_PARAMETERS_MOST || end->unknown[i]) {
            value_escape(at.state, value);
            continue;
        }
        for (int n = end->counts[i]; n < 0; n++) {
            value_release(execution, at.state, value, at.call, !end->is_dropped[i]);
        }
        for (int n = 0; n < end->counts[i]; n++) {
            value_retain(execution, at.state, value, true, NULL);
        }
    }
    struct path_value value = is_told_elsewhere && end->result != RESULT_NUMBER
                                  ? opaque_result(execution, &at)
                                  : end_result(execution, &at, end);
    outcomes_add(execution, out, at.state, value);
}

/* Does the function give a new reference on one path and none on another, and may its
 * caller know which by a number that it writes?  The paths of the caller do not. */
static bool
tells_elsewhere(const struct function *function, const struct ownership *ownership)
{
    bool gives_new = false, gives_other = false;
    for (size_t i = 0; i < ownership->n_ends; i++) {
        int result = ownership->ends[i].result;
        bool is_new = result == RESULT_NEW || result == RESULT_NEW_PARAMETER;
        gives_new |= is_new;
        gives_other |= !is_new && result != RESULT_NUMBER;
    }
    return gives_new && gives_other && function_tells_by_output(function);
}

/* Can the function end so, for what it is given? */
static bool
end_is_possible(const struct invocation *at, const struct ownership_end *end)
{
    for (size_t i = 0; i < at->n_arguments && i < OWNERSHIP_PARAMETERS_MOST; i++) {
        struct path_value value = at->arguments[i];
        bool is_null = value.kind == VALUE_NUMBER && value.number == 0;
        bool is_not_null = value.kind == VALUE_ADDRESS || value.kind == VALUE_NOT_ZERO
                           || (value.kind == VALUE_OBJECT
                               && (at->state->objects[value.number].flags
                                   & OBJECT_NOT_NULL));
        if ((is_null && end->is_not_null[i]) || (is_not_null && end->is_null[i])) {
            return false;
        }
    }
    return true;
}

/* The function does not return for what it is given: is it because it reads NULL? */
static void
tell_null_given(struct execution *execution, const struct invocation *at,
                const struct ownership *ownership)
{
    for (size_t i = 0; i < at->n_arguments && i < OWNERSHIP_PARAMETERS_MOST; i++) {
        bool is_read = at->arguments[i].kind == VALUE_NUMBER && at->arguments[i].number == 0;
        for (size_t k = 0; k < ownership->n_ends; k++) {
            is_read &= ownership->ends[k].is_not_null[i];
        }
        if (is_read) {
            tell_null(execution, call_argument(at->call, i));
        }
    }
}

static void
call_own(struct execution *execution, struct invocation *at,
         const struct function *function, struct outcomes *out)
{
    const struct ownership *ownership = function_ownership_at(
        execution->extension, function, execution->call_depth + 1);
    state_forget_members(execution, at->state);
    for (size_t i = 0; i < at->n_arguments; i++) {
        if (value_is_new_memory(execution, at->state, at->arguments[i])) {
            value_escape(at->state, at->arguments[i]); /* the function may ask for NULL */
        }
        if (at->arguments[i].kind == VALUE_ADDRESS) {
            value_escape(at->state, at->arguments[i]);
            at->state->places[at->arguments[i].number] = UNKNOWN_VALUE;
            execution->escaped[at->arguments[i].number] = true;
        }
    }
    if (ownership != NULL && ownership->is_endless) {
        return;
    }
    if (ownership == NULL || ownership->n_ends == 0) {
        escape_arguments(execution, at, 0);
        outcomes_add(execution, out, at->state, opaque_result(execution, at));
        return;
    }
    struct path_state *begin = at->state;
    bool is_told_elsewhere = tells_elsewhere(function, ownership);
    bool returns = false;
    for (size_t i = 0; i < ownership->n_ends; i++) {
        if (end_is_possible(at, &ownership->ends[i])) {
            struct invocation one = *at;
            one.state = state_copy(execution, begin);
            apply_end(execution, one, &ownership->ends[i], is_told_elsewhere, out);
            returns = true;
        }
    }
    if (!returns) {
        tell_null_given(execution, at, ownership);
    }
}

/* --- all ----------------------------------------------------------------- */

/* A slot of a type that is called: type->tp_alloc(type, 0). */
static void
call_slot(struct execution *execution, struct invocation *at, struct outcomes *out)
{
    const struct node *callee = node_bare(at->call->first);
    const char *slot = callee != NULL && callee->kind == NODE_MEMBER ? callee->text : "";
    if (strcmp(slot, "tp_alloc") == 0) {
        give_object(execution, at, FROM_NEW, 1, true, out);
        return;
    }
    escape_arguments(execution, at, 0);
    outcomes_add(execution, out, at->state, opaque_result(execution, at));
}

/* Does CALL, which counts references of what is asked for, not count? */
static bool
is_left_out(struct execution *execution, const struct node *call)
{
    struct object_balance *answer = execution->question->answer;
    if (is_among(call, answer->left_out, answer->n_left_out)) {
        return true;
    }
    if (!is_among(call, answer->calls, answer->n_calls)) {
        ARENA_ADD(execution->extension->arena, answer->calls, answer->n_calls,
                  execution->question->capacity, &call);
    }
    return false;
}

void
take_kept(struct execution *execution, struct path_state *state, const struct node *at)
{
    const struct object_balance *answer =
        execution->question != NULL ? execution->question->answer : NULL;
    if (answer != NULL && is_among(at, answer->kept, answer->n_kept)) {
        value_retain(execution, state, execution->question->value, true, NULL);
    }
}

static void
invoke(struct execution *execution, struct invocation *at, struct outcomes *out)
{
    const char *name = at->name;
    const struct function *function = at->call->function;
    struct path_value last =
        at->n_arguments > 0 ? at->arguments[at->n_arguments - 1] : UNKNOWN_VALUE;
    if (never_returns(name)) {
        return;
    }
    if (at->state->is_well && strcmp(name, "PyErr_Occurred") == 0) {
        outcomes_add(execution, out, at->state, NULL_VALUE);
        return;
    }
    if (CALL_IS(at->call, "PyCallable_Check", "PyMapping_Check", "PyNumber_Check")
        && last.kind == VALUE_NUMBER && last.number == 0)
    {
        outcomes_add(execution, out, at->state, NULL_VALUE); /* they take NULL for an answer */
        return;
    }
    if (function != NULL && function->in_project && function->body != NULL) {
        call_own(execution, at, function, out);
        return;
    }
    if (strstr(name, "setjmp") != NULL) {
        execution->is_given_up = true;
    }
    if ((is_new_reference(name) || is_retain(name) || is_release(name))
        && value_is_asked(execution, last) && is_left_out(execution, at->call))
    {
        outcomes_add(execution, out, at->state, last);
        return;
    }
    if (counts_without_asking(name) && last.kind == VALUE_NUMBER && last.number == 0) {
        tell_null(execution, call_argument(at->call, at->n_arguments - 1));
    }
    if (is_new_reference(name)) {
        value_retain(execution, at->state, last, false, at->call);
        outcomes_add(execution, out, at->state, last);
        return;
    }
    if (is_retain(name)) {
        value_retain(execution, at->state, last, true, at->call);
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
        return;
    }
    if (!is_harmless(name)) {
        state_forget_members(execution, at->state);
    }
    for (size_t i = 0; i < at->n_arguments; i++) {
        if (at->arguments[i].kind == VALUE_NUMBER && at->arguments[i].number == 0
            && argument_must_be_there(name, i))
        {
            tell_null(execution, call_argument(at->call, i));
        }
    }
    for (size_t i = 0; i < at->n_arguments && i < 2 && fills_memory(name); i++) {
        tell_memory(execution, at->state, at->arguments[i], call_argument(at->call, i),
                    at->call);
    }
    if (is_release(name)) {
        value_release(execution, at->state, last, at->call, false);
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
        return;
    }
    if (function == NULL) {
        call_slot(execution, at, out);
    }
    else if (strcmp(name, "memcpy") == 0 && at->n_arguments == 3
             && at->arguments[0].kind == VALUE_ADDRESS
             && at->arguments[1].kind == VALUE_ADDRESS)
    {
        /* Py_CLEAR and Py_SETREF copy a pointer so, where there is no typeof. */
        place_write(execution, at->state, at->arguments[0].number,
                    at->state->places[at->arguments[1].number], at->call);
        outcomes_add(execution, out, at->state, UNKNOWN_VALUE);
    }
    else if (is_api(at->call)
             || (!function->in_project
                 && (reference_is_listed(name)
                     || (string_starts(name, "_Py") && string_ends(name, "_impl"))))) {
        call_api(execution, at, out);
    }
    else {
        escape_arguments(execution, at, 0);
        outcomes_add(execution, out, at->state, unclear_result(execution, at));
    }
}

/* Does argument I of CALL give a pointer?  A number may be 0. */
static bool
is_for_pointer(const struct node *call, size_t i)
{
    const struct type *type = call->function != NULL && i < call->function->n_parameters
                                  ? call->function->parameters[i]->type
                                  : call_argument(call, i)->type;
    return type == NULL || type->kind != TYPE_INTEGER;
}

void
evaluate_call(struct execution *execution, struct path_state *state,
              const struct node *call, struct outcomes *out)
{
    struct invocation *at = ARENA_NEW(execution->arena, struct invocation);
    size_t n = 1;
    *at = (struct invocation){.state = state, .call = call, .name = call_name(call)};
    if (strcmp(at->name, "__builtin_expect") == 0) {
        evaluate(execution, state, call_argument(call, 0), out);
        return;
    }
    for (const struct node *argument = call->first->next; argument;
         argument = argument->next)
    {
        struct invocation *next = NULL;
        size_t n_next = 0, capacity = 0;
        for (size_t i = 0; i < n; i++) {
            struct outcomes values = {0};
            evaluate(execution, at[i].state, argument, &values);
            for (size_t k = 0; k < values.n_items; k++) {
                struct invocation one = at[i];
                one.state = values.items[k].state;
                if (one.n_arguments < ARGUMENTS_MOST) {
                    one.arguments[one.n_arguments++] = values.items[k].value;
                }
                else {
                    value_escape(one.state, values.items[k].value);
                }
                ARENA_GROW(execution->arena, next, n_next, capacity);
                next[n_next++] = one;
            }
        }
        at = next;
        n = n_next;
    }
    for (size_t i = 0; i < n; i++) {
        size_t first = out->n_items;
        take_kept(execution, at[i].state, call);
        bool is_given_null = false;
        for (size_t k = 0; k < at[i].n_arguments; k++) {
            is_given_null |= at[i].arguments[k].kind == VALUE_NUMBER
                             && at[i].arguments[k].number == 0 && is_for_pointer(call, k);
        }
        invoke(execution, &at[i], out);
        for (size_t k = first; k < out->n_items; k++) {
            exception_after_call(execution, out->items[k].state, call, out->items[k].value,
                                 is_given_null);
        }
    }
}
