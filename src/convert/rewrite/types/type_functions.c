/* Functions that a heap type requires and the static type did not. */
#include "convert/rewrite/types/type_functions.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/member_visits.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/types/type_creation.h"
#include "convert/text/style.h"

void
generate_traverse(struct rewriter *r, struct type_draft *draft,
                  const struct source_file *file)
{
    const struct variable *type = draft->spec->type;
    const char *name = draft->spec->traverse_name;
    const struct made_traverse *made = made_traverse_of(r->plan, type);
    const char *base = base_text(r, type);
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;

    strbuf_add_string(&body,
                      function_head(r->plan, file, "static int",
                                    TEXT(r, "%s(%s *self, visitproc visit, void *arg)",
                                         name,
                                         made != NULL ? made->instance : "PyObject")));
    strbuf_format(&body, "\tPy_VISIT(Py_TYPE(%sself));\n",
                  made != NULL ? object_cast(r->plan) : "");
    for (size_t i = 0; made != NULL && i < made->n_members; i++) {
        strbuf_format(&body, "\tPy_VISIT(self->%s);\n", made->members[i]);
    }
    if (strcmp(base, "NULL") != 0) {
        const char *pointer = r->options->abi3 != 0 ? base : TEXT(r, "(%s)", base);
        strbuf_format(&body, "\ttraverseproc base_traverse = %s;\n",
                      type_function(r->plan, pointer, "tp_traverse"));
        strbuf_format(
            &body,
            "\treturn base_traverse != NULL ? base_traverse(%sself, visit, arg) "
            ": 0;\n}\n\n",
            made != NULL ? "(PyObject *)" : "");
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
    const char *name = draft->spec->dealloc_name;
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
