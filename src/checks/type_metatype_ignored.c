/* type-metatype-ignored: PyType_FromMetaclass (3.12) alone makes a class with a metatype.
 * Other functions look at the metatypes of the bases since 3.12 only (gh-89546), and
 * none takes a metatype with a tp_new of its own (TypeError, with bases since 3.14:
 * gh-103968). */
#include <string.h>

#include "checks/check.h"
#include "extension/conditional.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/metatype.h"
#include "extension/type_origin.h"

static const char rule[] = "type-metatype-ignored";

enum { FROM_METACLASS = 0x030c00f0 }; /* PY_VERSION_HEX of PyType_FromMetaclass */

/* --- a type that is set when the class is made ---------------------------- */

/* Bytes of an instance of METATYPE behind a PyHeapTypeObject, which is all that is
 * allocated for a class of `type`; 0 if there are none, or that is not known. */
static int64_t
bytes_behind_class(const struct extension *extension, const struct node *metatype)
{
    const struct heap_type *type = type_of_expression(extension, metatype);
    const struct record *record = type != NULL ? heap_type_record(type) : NULL;
    const struct type *first =
        record != NULL && record->n_fields != 0 ? record->fields[0].type : NULL;
    return first != NULL && type_is_record(first, "PyHeapTypeObject")
                   && first->record->size != 0
               ? record->size - first->record->size
               : 0;
}

/* Is METATYPE `type`, which the class has without it? */
static bool
is_type_itself(const struct node *metatype)
{
    const struct variable *variable = node_variable(metatype);
    return variable != NULL && !variable->in_project
           && strcmp(variable->name, "PyType_Type") == 0;
}

static void
check_set_type(struct check *check, const struct function *function,
               const struct node *node)
{
    const struct node *object, *metatype;
    struct build build = {.version = FROM_METACLASS};
    if (!node_sets_type(node, &object, &metatype) || is_type_itself(metatype)
        || !expression_is_made_type(check->extension, object)
        || offset_is_compiled(node->file, node->begin, &build) == TRUTH_NO)
    {
        return;
    }
    int64_t missing = bytes_behind_class(check->extension, metatype);
    if (missing > 0) {
        struct finding *finding =
            check_add_node(check, rule, node, function->name,
                           "the class is allocated as an instance of 'type', without "
                           "the %lld additional bytes of its metatype; create it with "
                           "PyType_FromMetaclass (3.12)",
                           (long long)missing);
        finding->level = LEVEL_ERROR;
        return;
    }
    check_add_node(
        check, rule, node, function->name,
        "the class is created as an instance of 'type', without the inherited slots of "
        "its metatype and without a strong reference to the metatype, which it "
        "releases when it is deallocated; create it with PyType_FromMetaclass (3.12)");
}

/* --- a tp_new that is refused --------------------------------------------- */

static void
check_metaclass_argument(struct check *check, const struct function *function,
                         const struct node *call)
{
    const struct node *metatype = CALL_IS(call, "PyType_FromMetaclass")
                                      ? call_argument(call, 0)
                                      : NULL;
    if (metatype == NULL || metatype_new(check->extension, metatype) == NULL) {
        return;
    }
    struct finding *finding = check_add_node(
        check, rule, call, function->name,
        "PyType_FromMetaclass raises TypeError for a metatype that overrides tp_new; "
        "move that code to tp_init, or after this call");
    finding->level = LEVEL_ERROR;
}

/* --- a metatype that only the bases have ------------------------------------ */

static void
check_bases(struct check *check, const struct heap_type *type)
{
    const struct extension *extension = check->extension;
    const struct node *call = heap_type_creation(type);
    const struct node *base = heap_type_base(type);
    if (call == NULL || base == NULL || CALL_IS(call, "PyType_FromMetaclass")) {
        return;
    }
    const struct node *metatype = class_metatype(extension, base);
    if (metatype == NULL) {
        return;
    }
    const char *name = type->variable->name;
    if (metatype_new(extension, metatype) != NULL) {
        struct finding *finding = check_add_node(
            check, rule, call, name,
            "the metatype of the base of '%s' overrides tp_new, which is deprecated "
            "since 3.12 and a TypeError since 3.14; move that code to tp_init",
            name);
        finding->level = LEVEL_ERROR;
        return;
    }
    struct build floor = {.version = check->versions.floor,
                          .limited = check->versions.abi3};
    if (floor.version != 0 && floor.version < FROM_METACLASS
        && offset_is_compiled(call->file, call->begin, &floor) == TRUTH_YES)
    {
        check_add_node(
            check, rule, call, name,
            "before Python 3.12 '%s' is created as an instance of 'type', without the "
            "metatype of its base, and the sources support 3.%u; do not use the "
            "metatype, or drop support for older versions",
            name, check->versions.floor >> 16 & 0xff);
    }
}

void
check_type_metatype_ignored(struct check *check)
{
    size_t n_functions = check->extension->n_types ? check->source->n_functions : 0;
    for (size_t i = 0; i < n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root = function->body;
        if (function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = root; node; node = node_after(node, root)) {
            check_set_type(check, function, node);
            check_metaclass_argument(check, function, node);
        }
    }
    for (size_t i = 0; i < check->extension->n_types; i++) {
        check_bases(check, &check->extension->types[i]);
    }
}
