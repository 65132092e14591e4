/* The fields of a static type become lines of the slot table. */
#include "convert/rewrite/types/type_slots.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/run_time_slots.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/type_text.h"
#include "convert/text/style.h"

static bool
is_constant(const struct initializer *item)
{
    const struct node *referent =
        item != NULL && item->value != NULL ? node_referent(item->value) : NULL;
    const struct type *type = referent != NULL ? type_element(referent->type) : NULL;
    return type != NULL && type->is_const;
}

/* What stands in front of the value of SLOT: a table needs no cast, unless it is constant. */
static const char *
cast_of(const struct conversion *c, const struct spec_slot *slot)
{
    const char *field = slot->field;
    if (strcmp(field, "tp_doc") == 0 || is_constant(slot->item)) {
        return "(void *)";
    }
    bool is_table = strcmp(field, "tp_methods") == 0 || strcmp(field, "tp_getset") == 0
                    || strcmp(field, "tp_members") == 0;
    return is_table ? "" : slot_cast(c);
}

/* The text of SLOT's value. */
static const char *
slot_text(struct rewriter *r, const struct variable *type,
          const struct spec_slot *slot)
{
    const struct module_holder *holder = module_holder_of(r->plan, type);
    if (holder != NULL && holder->new_name != NULL && strcmp(slot->field, "tp_new") == 0) {
        return holder->new_name;
    }
    if (slot->text != NULL) {
        return slot->text;
    }
    if (slot->given != NULL) {
        return r->given_texts[slot->given->number];
    }
    if (slot->offset != NULL) {
        return text_of_value(r, slot->item);
    }
    return slot->value_end != 0 && !slot->item->from_macro
               ? text_of_slot_until(r, slot->item, slot->value_end)
               : text_of_slot(r, slot->item);
}

void
add_lines(struct rewriter *r, struct type_draft *draft)
{
    struct guard guard = {0};
    for (size_t i = 0; i < draft->spec->n_slots; i++) {
        const struct spec_slot *slot = &draft->spec->slots[i];
        const char *text = slot_text(r, draft->spec->type, slot);
        if (slot->offset != NULL) {
            strbuf_format(&draft->members,
                          "\t{\"%s\", T_PYSSIZET, %s, READONLY, NULL},\n", slot->offset,
                          text);
            continue;
        }
        add_branches(&draft->slots, guard, slot->guard);
        guard = slot->guard;
        const char *tail =
            slot->has_branches ? "\n\t" : ""; /* its last line may be #endif */
        strbuf_format(&draft->slots, "\t{Py_%s, %s%s%s},\n", slot->field,
                      cast_of(r->plan, slot), text, tail);
    }
    add_branches(&draft->slots, guard, (struct guard){0});
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
        draft->spec->member_table != NULL ? node_referent(draft->spec->member_table)
                                          : NULL;
    if (table != NULL && table->variable != NULL && table->variable->initial != NULL
        && table->variable->initial->origin == ORIGIN_FILE)
    {
        const struct node *list = table->variable->initial;
        insert_entries(r, list->file, list->begin,
                       indented(r->plan, list->file, draft->members.text, ""),
                       "offsets that have no slot");
        return;
    }
    strbuf_format(&draft->before, "%s",
                  indented(r->plan, file,
                           TEXT(r,
                                "static PyMemberDef %s_members[] = {\n%s\t{NULL, 0, 0, "
                                "0, NULL},\n};\n\n",
                                draft->spec->type->name, draft->members.text),
                           ""));
    strbuf_format(&draft->slots, "\t{Py_tp_members, %s_members},\n",
                  draft->spec->type->name);
}
