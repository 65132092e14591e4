/* access-dict-unchecked: what Python code can reach and replace, C may not trust. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/flow.h"

/* --- where the value comes from ------------------------------------------ */

/* Is NODE the dictionary of a module? */
static bool
is_module_dict(const struct node *node)
{
    node = node_bare(node);
    const struct variable *variable = node_resolved_variable(node);
    const struct node *value = variable ? variable_only_value(variable) : NULL;
    return CALL_IS(node, "PyModule_GetDict")
           || (value != NULL && CALL_IS(node_bare(value), "PyModule_GetDict"));
}

/* Is NODE the module that FUNCTION is a function of, or one that was looked up? */
static bool
is_module_object(const struct extension *extension, const struct function *function,
                 const struct node *node)
{
    node = node_bare(node);
    const struct variable *variable = node_resolved_variable(node);
    const struct node *value = variable ? variable_only_value(variable) : node;
    if (value != NULL
        && CALL_IS(node_bare(value), "PyState_FindModule", "PyType_GetModule",
                   "PyType_GetModuleByDef"))
    {
        return true;
    }
    if (!node_is_parameter(function, node, 0)) {
        return false;
    }
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].function == function
            && extension->methods[i].module != NULL)
        {
            return true;
        }
    }
    return false;
}

static bool
reads_module(const struct extension *extension, const struct function *function,
             const struct node *call)
{
    if (CALL_IS(call, "PyDict_GetItemString", "PyDict_GetItem",
                "PyDict_GetItemWithError"))
    {
        return is_module_dict(call_argument(call, 0));
    }
    if (CALL_IS(call, "PyObject_GetAttrString", "PyObject_GetAttr")) {
        return is_module_object(extension, function, call_argument(call, 0));
    }
    return false;
}

/* --- what is done with it ------------------------------------------------ */

/* Does CALL ask for the type of an object? */
static bool
is_type_check(const struct node *call)
{
    const char *name = call_name(call);
    return string_ends(name, "_Check") || string_ends(name, "_CheckExact")
           || string_ends(name, "_Converter") || strstr(name, "IS_TYPE") != NULL
           || CALL_IS(call, "PyObject_TypeCheck", "PyObject_IsInstance",
                      "PyType_HasFeature", "PyType_IsSubtype", "PyType_FastSubclass",
                      "PyCallable_Check");
}

/* Does the conversion of an object to what USE is taken for trust its type: to a
 * struct of the project, or to the insides of a built-in one? */
static const struct node *
trusting_use(const struct node *use)
{
    for (const struct node *node = use->parent; node != NULL; node = node->parent) {
        if (node->kind == NODE_CAST) {
            const struct type *target = node->type && node->type->kind == TYPE_POINTER
                                            ? node->type->target
                                            : NULL;
            if (target != NULL && target->kind == TYPE_RECORD && target->record != NULL
                && strcmp(target->record->tag, "_object") != 0)
            {
                return use;
            }
        }
        else if (node->kind != NODE_PAREN) {
            return NULL;
        }
    }
    return NULL;
}

struct trust {
    bool is_asked, is_type_checked;
    const struct node *trusting; /* the first use that trusts the type */
    const struct node *used;     /* the first that would not take NULL */
};

/* Does the call that USE is an argument of take NULL? */
static bool
takes_null(const struct node *call)
{
    const char *name = call_name(call);
    return strstr(name, "_X") != NULL || strstr(name, "XDECREF") != NULL
           || strstr(name, "XINCREF") != NULL || strstr(name, "XNewRef") != NULL;
}

static void
weigh_use(const struct node *use, struct trust *trust)
{
    trust->is_asked = trust->is_asked || node_is_asked(use);
    const struct node *node = node_outer(use)->parent;
    if (node != NULL && node->kind == NODE_CALL) {
        if (is_type_check(node)) {
            trust->is_type_checked = true;
        }
        else if (!takes_null(node) && trust->used == NULL) {
            trust->used = use;
        }
    }
    if (node != NULL && node->kind == NODE_MEMBER) {
        if (strcmp(node->text, "ob_type") == 0) {
            trust->is_type_checked = true;
        }
        else if (trust->used == NULL) {
            trust->used = use;
        }
    }
    const struct node *trusting = trusting_use(use);
    if (trusting != NULL && trust->trusting == NULL) {
        trust->trusting = trusting;
    }
}

/* How the value of CALL, or the local it is put into, is used. */
static struct trust
weigh(const struct node *call)
{
    struct trust trust = {false, false, NULL, NULL};
    const struct variable *variable = call_local(call);
    weigh_use(call, &trust);
    for (size_t i = 0; variable != NULL && i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *parent = use->parent;
        if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first == use) {
            trust.is_asked = trust.is_asked || node_is_asked(parent);
        }
        else {
            weigh_use(use, &trust);
        }
    }
    /* `Spam *spam = (Spam *)PyDict_GetItemString(…)`: the local is of that type. */
    if (variable != NULL && trust.trusting == NULL) {
        trust.trusting = trusting_use(call);
    }
    return trust;
}

static void
check_read(struct check *check, const struct function *function,
           const struct node *call)
{
    struct trust trust = weigh(call);
    if (trust.trusting != NULL && !trust.is_type_checked) {
        check_add_node(check, "access-dict-unchecked", trust.trusting, function->name,
                       "the type of a value from a module's __dict__ is not checked; "
                       "Python code can replace it with any object: check its type, or "
                       "store it in the module state");
    }
    else if (trust.used != NULL && !trust.is_asked && !trust.is_type_checked) {
        check_add_node(
            check, "access-dict-unchecked", call, function->name,
            "a value from a module's __dict__ is not checked for NULL; Python code can "
            "delete it: check it, or store it in the module state");
    }
}

void
check_access_dict_unchecked(struct check *check, const struct function *function,
                            const struct node *call)
{
    if (call->kind == NODE_CALL && reads_module(check->extension, function, call)) {
        check_read(check, function, call);
    }
}
