/* Functions that a heap type requires and the static type did not. */
#include "convert/rewrite/types/type_functions.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/records.h"
#include "convert/facts/used_names.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/types/gc_protocol.h"
#include "convert/rewrite/types/type_creation.h"
#include "convert/rewrite/types/type_text.h"
#include "convert/text/style.h"
#include "extension/cycle_members.h"
#include "model/plan.h"

/* "Foo" for Foo_Type, FooType, Foo_type. */
static const char *
stem_of(const struct conversion *c, const char *name)
{
    static const char *const tails[] = {"_Type", "_type", "Type"};
    for (size_t i = 0; i < ARRAY_LENGTH(tails); i++) {
        if (string_ends(name, tails[i]) && strlen(name) > strlen(tails[i])) {
            return TEXT(c, "%.*s", (int)(strlen(name) - strlen(tails[i])), name);
        }
    }
    return name;
}

const char *
instance_struct(struct rewriter *r, const struct variable *type)
{
    const char *text = text_of_field(r, type, "tp_basicsize");
    if (text == NULL) {
        return NULL;
    }
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (!string_starts(text, "sizeof") || open == NULL || close == NULL) {
        return NULL;
    }
    return TEXT(r, "%.*s", (int)(close - open - 1), open + 1);
}

void
generate_traverse(struct rewriter *r, struct type_draft *draft,
                  const struct source_file *file)
{
    const struct variable *type = draft->spec->type;
    const char *name = TEXT(r, "%s_traverse", stem_of(r->plan, type->name));
    const char *record = instance_struct(r, type);
    const char *base = base_text(r, type);
    const char *member = draft->spec->dealloc != NULL && record != NULL
                             ? released_member(r->plan, draft->spec->dealloc, 0)
                             : NULL;
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;

    if (member != NULL
        && record_points_to_unowned(record_called(r->plan, record, file),
                                    draft->spec->dealloc))
    {
        member = NULL;
    }
    if (name_is_used(r->plan, name)
        || string_equal(stem_of(r->plan, type->name), r->plan->names->base))
    {
        name = TEXT(r, "%s_heap_traverse", stem_of(r->plan, type->name));
    }
    bool has_members = member != NULL;
    strbuf_add_string(&body,
                      function_head(r->plan, file, "static int",
                                    TEXT(r, "%s(%s *self, visitproc visit, void *arg)",
                                         name, has_members ? record : "PyObject")));
    strbuf_format(&body, "\tPy_VISIT(Py_TYPE(%sself));\n",
                  has_members ? object_cast(r->plan) : "");
    struct plan_names visited = {NULL, 0, 0};
    for (size_t i = 0; has_members && member != NULL; i++) {
        if (!plan_names_have(&visited, member)) {
            plan_names_add(r->arena, &visited, member);
            strbuf_format(&body, "\tPy_VISIT(self->%s);\n", member);
        }
        member = released_member(r->plan, draft->spec->dealloc, i + 1);
    }
    if (strcmp(base, "NULL") != 0) {
        const char *pointer = r->options->abi3 != 0 ? base : TEXT(r, "(%s)", base);
        strbuf_format(&body, "\ttraverseproc base_traverse = %s;\n",
                      type_function(r->plan, pointer, "tp_traverse"));
        strbuf_format(
            &body,
            "\treturn base_traverse != NULL ? base_traverse(%sself, visit, arg) "
            ": 0;\n}\n\n",
            has_members ? "(PyObject *)" : "");
    }
    else {
        strbuf_add_string(&body, "\treturn 0;\n}\n\n");
    }
    strbuf_add_string(&draft->before, indented(r->plan, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_traverse, %s%s},\n", slot_cast(r->plan),
                  name);
}

void
generate_dealloc(struct rewriter *r, struct type_draft *draft,
                 const struct source_file *file)
{
    const struct variable *type = draft->spec->type;
    const struct variable_plan *plan = plan_of_variable(r->plan, type);
    const char *name = TEXT(r, "%s_dealloc", stem_of(r->plan, type->name));
    if (name_is_used(r->plan, name)) {
        name = TEXT(r, "%s_heap_dealloc", stem_of(r->plan, type->name));
    }
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;
    strbuf_add_string(&body, function_head(r->plan, file, "static void",
                                           TEXT(r, "%s(PyObject *self)", name)));
    const char *untrack = plan->is_collected ? "\tPyObject_GC_UnTrack(self);\n" : "";
    if (r->options->use_header) {
        require_header_at(r, HEADER_HEAP_TYPES, file,
                          variable_declaration(type)->begin);
        strbuf_format(&body, "%s\tInsulate_Free(self);\n}\n\n", untrack);
    }
    else {
        strbuf_format(&body,
                      "\tPyTypeObject *tp = Py_TYPE(self);\n%s\t%s(self);\n"
                      "\tPy_DECREF(%stp);\n}\n\n",
                      untrack, type_function(r->plan, "tp", "tp_free"),
                      object_cast(r->plan));
    }
    strbuf_add_string(&draft->before, indented(r->plan, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_dealloc, %s%s},\n", slot_cast(r->plan),
                  name);
}
