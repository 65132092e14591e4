/* The fields of a static type become lines of the slot table. */
#include "convert/rewrite/types/type_slots.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/lost_attributes.h"
#include "convert/plan/run_time_slots.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/gc_protocol.h"
#include "convert/rewrite/types/type_text.h"
#include "convert/text/style.h"

static const char rule[] = "type-not-converted";

void
add_slot(struct rewriter *r, struct type_draft *draft, const char *field,
         const char *value, const struct node *node)
{
    const struct node *referent = node != NULL ? node_referent(node) : NULL;
    const struct function *function =
        referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
    const char *name = function != NULL ? function->name : "";

    if (!slot_is_limited(r->plan, field)) {
        refuse_at(r->late, rule, node, draft->type->name,
                  "'%s' has the slot %s, which requires the limited API of 3.11",
                  draft->type->name, field);
        return;
    }
    if (strcmp(field, "tp_doc") == 0 && loses_documentation(r->plan, draft->type)) {
        return; /* told by report_lost_attributes() */
    }
    if (strcmp(field, "tp_free") == 0) {
        if (!string_starts(name, "PyObject_")) {
            refuse_at(r->late, rule, node, draft->type->name,
                      "'%s' has its own tp_free, which a heap type cannot have",
                      draft->type->name);
        }
        return; /* the default is right */
    }
    if (strcmp(field, "tp_alloc") == 0) {
        if (strcmp(name, "PyType_GenericAlloc") != 0) {
            refuse_at(r->late, rule, node, draft->type->name,
                      "'%s' has its own tp_alloc", draft->type->name);
        }
        return;
    }
    if (strcmp(field, "tp_dealloc") == 0) {
        if (string_starts(name, "PyObject_")) {
            return; /* PyObject_Del: what the default does */
        }
        if (function == NULL || function->body == NULL) {
            refuse_at(r->late, rule, node, draft->type->name,
                      "the dealloc function of '%s' is not in the sources of this run",
                      draft->type->name);
            return;
        }
        draft->dealloc = function;
        fix_dealloc(r, function, plan_of_variable(r->plan, draft->type)->is_collected);
    }
    if (strcmp(field, "tp_traverse") == 0) {
        draft->has_traverse = true;
        if (function == NULL || function->body == NULL) {
            refuse_at(r->late, rule, node, draft->type->name,
                      "the traverse function of '%s' is not in the sources of this run",
                      draft->type->name);
            return;
        }
        draft->traverse = function;
        fix_traverse(r, function);
    }
    if (strcmp(field, "tp_clear") == 0) {
        draft->has_clear = true;
        draft->clear = function;
    }
    if (strcmp(field, "tp_members") == 0) {
        draft->member_table = node;
    }
    draft->has_new |= strcmp(field, "tp_new") == 0;
    draft->has_finalizer |=
        strcmp(field, "tp_finalize") == 0 || strcmp(field, "tp_del") == 0;
    bool is_table = strcmp(field, "tp_methods") == 0 || strcmp(field, "tp_getset") == 0
                    || strcmp(field, "tp_members") == 0;
    strbuf_format(&draft->slots, "\t{Py_%s, %s%s},\n", field,
                  strcmp(field, "tp_doc") == 0 ? "(void *)"
                  : is_table                   ? ""
                                               : slot_cast(r->plan),
                  value);
}

void
add_offset(struct rewriter *r, struct type_draft *draft, const char *name,
           const struct node *value, const char *text)
{
    if (value == NULL || (value->has_value && value->value < 0)) {
        refuse_at(r->late, rule, value, draft->type->name,
                  "'%s' stores %s at the end of its instances", draft->type->name,
                  name);
        return;
    }
    require(r, REQUIRES_STRUCTMEMBER);
    strbuf_format(&draft->members, "\t{\"%s\", T_PYSSIZET, %s, READONLY, NULL},\n",
                  name, text);
}

static void add_table(struct rewriter *r, struct type_draft *draft,
                      const struct variable *table);

void
add_field(struct rewriter *r, struct type_draft *draft, const struct initializer *item)
{
    const char *field = item->field;
    const struct node *referent = node_referent(item->value);

    if (string_starts(item->path, "ob_base")) {
        const struct variable *meta =
            referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
        if (strcmp(field, "ob_type") == 0 && meta != NULL
            && strcmp(meta->name, "PyType_Type") != 0)
        {
            refuse_at(r->late, rule, item->value, draft->type->name,
                      "'%s' has its own metatype", draft->type->name);
        }
        return;
    }
    if (item->is_zero || is_of_spec(field)) {
        return;
    }
    if (string_starts(field, "tp_as_")) {
        if (referent != NULL && referent->variable != NULL) {
            add_table(r, draft, referent->variable);
        }
        return; /* a compound literal's fields are initialisers of their own */
    }
    if (offset_member(field) != NULL) {
        add_offset(r, draft, offset_member(field), item->value, text_of_value(r, item));
    }
    else if (is_slot(field)) {
        add_slot(r, draft, field, text_of_slot(r, item), item->value);
    }
    else {
        refuse_at(r->late, rule, item->value, draft->type->name,
                  "the field %s of '%s' has no slot", field, draft->type->name);
    }
}

static void
add_table(struct rewriter *r, struct type_draft *draft, const struct variable *table)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (!item->is_zero) {
            add_slot(r, draft, item->field, text_of_slot(r, item), item->value);
        }
    }
}

/* Put the offset members into the type's own table, or into a new one. */
void
place_members(struct rewriter *r, struct type_draft *draft,
              const struct source_file *file)
{
    if (draft->members.size == 0) {
        return;
    }
    const struct node *table =
        draft->member_table != NULL ? node_referent(draft->member_table) : NULL;
    if (table != NULL && table->variable != NULL && table->variable->initial != NULL
        && table->variable->initial->origin == ORIGIN_FILE)
    {
        const struct node *list = table->variable->initial;
        uint32_t place = list->begin + 1;
        const char *lines = indented(r->plan, list->file, draft->members.text, "");
        change(r, list->file, place, place,
               TEXT(r, "\n%.*s", (int)strlen(lines) - 1, lines),
               "offsets that have no slot");
        return;
    }
    strbuf_format(&draft->before, "%s",
                  indented(r->plan, file,
                           TEXT(r,
                                "static PyMemberDef %s_members[] = {\n%s\t{NULL, 0, 0, "
                                "0, NULL},\n};\n\n",
                                draft->type->name, draft->members.text),
                           ""));
    strbuf_format(&draft->slots, "\t{Py_tp_members, %s_members},\n", draft->type->name);
}
