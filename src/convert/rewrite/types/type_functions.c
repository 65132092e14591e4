/* Functions that a heap type requires and the static type did not. */
#include "convert/rewrite/types/type_functions.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/inactive/members.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/member_visits.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/names.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/types/type_creation.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

/* Append what the function in SLOT, called NAME, returns: what that of the base of TYPE does
 * with the instance SELF and the REST of its arguments. */
static void
add_base_call(struct rewriter *r, struct strbuf *out, const struct variable *type,
              const char *slot, const char *name, const char *self, const char *rest)
{
    enum collection collection = base_collection(r->plan, type);
    bool is_opaque = r->options->abi3 != 0;
    const char *base = base_is_found(r->plan, type) ? NULL : base_text(r, type);
    if (collection == COLLECTION_NONE) {
        strbuf_add_string(out, "\treturn 0;\n}\n\n");
        return;
    }
    if (collection != COLLECTION_UNKNOWN) {
        const char *function = *base == '&' && !is_opaque
                                   ? TEXT(r, "%s.%s", base + 1, slot)
                                   : type_function(r->plan, is_opaque ? base
                                                                      : TEXT(r, "(%s)", base),
                                                   slot);
        strbuf_format(out, "\treturn %s(%s%s);\n}\n\n", function, self, rest);
        return;
    }
    if (base == NULL) {
        base = "base";
        const char *next = is_opaque ? "(PyTypeObject *)PyType_GetSlot(base, Py_tp_base)"
                                     : "base->tp_base";
        const char *function = type_function(r->plan, base, slot);
        strbuf_format(out,
                      "\tPyTypeObject *base = Py_TYPE(%s);\n"
                      "\twhile (%s != %s) { /* a subclass */\n\t\tbase = %s;\n\t}\n"
                      "\twhile (%s == %s) {\n\t\tbase = %s;\n\t}\n",
                      self, function, name, next, function, name, next);
    }
    const char *pointer =
        is_opaque || strcmp(base, "base") == 0 ? base : TEXT(r, "(%s)", base);
    const char *stem = slot + strlen("tp_");
    strbuf_format(out,
                  "\t%s base_%s = %s;\n\treturn base_%s != NULL ? base_%s(%s%s) : 0;\n}\n\n",
                  function_type(slot), stem, type_function(r->plan, pointer, slot), stem, stem,
                  self, rest);
}

/* Append the call of BASE, a function of a type of the module, with the REST of the arguments. */
static void
add_own_base_call(struct rewriter *r, struct strbuf *out, const struct inherited_call *base,
                  const char *rest)
{
    const struct function *function = base->function;
    const struct made_traverse *made = made_traverse_of(r->plan, base->base);
    const char *self = function != NULL && function->n_parameters > 0
                           ? function->parameters[0]->type->spelling
                       : made != NULL && function == NULL ? TEXT(r, "%s *", made->instance)
                                                          : "PyObject *";
    strbuf_format(out, "\treturn %s((%s)self%s);\n}\n\n", base->name, self, rest);
}

void
generate_traverse(struct rewriter *r, struct type_draft *draft,
                  const struct source_file *file)
{
    const struct variable *type = draft->spec->type;
    const char *name = draft->spec->traverse_name;
    const struct made_traverse *made = made_traverse_of(r->plan, type);
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;

    strbuf_add_string(&body,
                      function_head(r->plan, file, "static int",
                                    TEXT(r, "%s(%s *self, visitproc visit, void *arg)",
                                         name,
                                         made != NULL ? made->instance : "PyObject")));
    const struct inherited_call *base = &draft->spec->base_traverse;
    if (base->name == NULL) {
        strbuf_format(&body, "\tPy_VISIT(Py_TYPE(%sself));\n",
                      made != NULL ? object_cast(r->plan) : "");
    }
    struct guard guard = {0};
    for (size_t i = 0; made != NULL && i < made->n_members; i++) {
        struct guard next = member_guard(r->plan, made->record, made->members[i]);
        add_branches(&body, guard, next);
        strbuf_format(&body, "\tPy_VISIT(self->%s);\n", made->members[i]);
        guard = next;
    }
    add_branches(&body, guard, (struct guard){0});
    if (base->name != NULL) {
        add_own_base_call(r, &body, base, ", visit, arg");
    }
    else {
        add_base_call(r, &body, type, "tp_traverse", name,
                      made != NULL ? "(PyObject *)self" : "self", ", visit, arg");
    }
    strbuf_add_string(&draft->before, indented(r->plan, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_traverse, %s%s},\n", slot_cast(r->plan),
                  name);
}

void
generate_clear(struct rewriter *r, struct type_draft *draft, const struct source_file *file)
{
    const char *name = draft->spec->clear_name;
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;
    strbuf_add_string(&body, function_head(r->plan, file, "static int",
                                           TEXT(r, "%s(PyObject *self)", name)));
    const struct inherited_call *base = &draft->spec->base_clear;
    if (base->name == NULL) {
        add_base_call(r, &body, draft->spec->type, "tp_clear", name, "self", "");
    }
    else {
        add_own_base_call(r, &body, base, "");
    }
    strbuf_add_string(&draft->before, indented(r->plan, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_clear, %s%s},\n", slot_cast(r->plan), name);
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

/* The struct of the instances gets the member; types may share it. */
static void
edit_struct(struct rewriter *r, const struct module_holder *holder)
{
    const struct record *record = holder->instance->record;
    if (is_first_holder(r->plan, holder)) {
        change(r, record->file, holder->place, holder->place,
               TEXT(r, "\n%s%s", style_of(r->plan, record->file)->indent,
                    holder->declaration),
               "the instance holds its module");
    }
}

/* tp_new may stand in front of the function that it calls now. */
static void
declare_alloc(struct rewriter *r, const struct module_holder *holder, const char *head)
{
    const struct declaration *d = function_definition(holder->maker);
    if (d->begin < variable_declaration(holder->type)->begin) {
        uint32_t place = place_before(d->file, d->begin);
        change(r, d->file, place, place, TEXT(r, "static PyObject *%s;\n\n", head),
               "the instance holds its module");
    }
}

void
generate_alloc(struct rewriter *r, struct type_draft *draft,
               const struct source_file *file)
{
    const struct module_holder *holder =
        module_holder_of(r->plan, draft->spec->type);
    const struct names *names = r->plan->names;
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;
    if (holder == NULL) {
        return;
    }
    const char *head =
        TEXT(r, "%s(PyTypeObject *type, Py_ssize_t n_items)", holder->alloc_name);
    edit_struct(r, holder);
    strbuf_format(&body,
                  "/* The instance holds the module: its state is used until the "
                  "instance is gone. */\n%s",
                  function_head(r->plan, file, "static PyObject *", head));
    if (plan_of_variable(r->plan, holder->type)->is_final) {
        strbuf_add_string(&body, "\tPyObject *module = PyType_GetModule(type);\n");
    }
    else {
        require(r, REQUIRES_BY_TYPE);
        strbuf_format(&body,
                      "\t%s *%s = %s(type);\n\tif (%s == NULL) {\n\t\treturn NULL;\n\t}\n"
                      "\tPyObject *module = PyType_GetModule(%s);\n",
                      names->state_type, names->state, names->get_by_type, names->state,
                      field_access(r->plan, holder->type));
    }
    strbuf_format(&body,
                  "\tif (module == NULL) {\n\t\treturn NULL;\n\t}\n"
                  "\tPyObject *self = PyType_GenericAlloc(type, n_items);\n"
                  "\tif (self != NULL) {\n\t\tPy_INCREF(module);\n"
                  "\t\t((%s *)self)->%s = module;\n\t}\n\treturn self;\n}\n\n",
                  holder->instance->spelling, holder->member);
    if (holder->maker != NULL) {
        declare_alloc(r, holder, head);
    }
    if (holder->new_name != NULL) {
        strbuf_format(&body, "%s\treturn %s(type, 0);\n}\n\n",
                      function_head(r->plan, file, "static PyObject *",
                                    TEXT(r,
                                         "%s(PyTypeObject *type, PyObject *Py_UNUSED(args), "
                                         "PyObject *Py_UNUSED(kwargs))",
                                         holder->new_name)),
                      holder->alloc_name);
    }
    strbuf_add_string(&draft->before, indented(r->plan, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_alloc, %s%s},\n", slot_cast(r->plan),
                  holder->alloc_name);
}
