#include "convert/plan/slot_guards.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/mentions.h"
#include "convert/facts/type_fields.h"
#include "convert/findings.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/run_time_slots.h"
#include "extension/slots.h"

static const char rule[] = "type-not-converted";

struct guard
guard_of_item(const struct conversion *c, const struct variable *holder,
              const struct initializer *item, struct guard outer)
{
    struct brackets braces;
    if (holder->initial == NULL || !node_braces(holder->initial, &braces)
        || braces.file != item->file || item->begin < braces.open
        || item->begin > braces.close)
    {
        return outer;
    }
    return guard_joined(c, outer, guard_at(c, item->file, braces.open, item->begin));
}

struct guard
guard_in_function(const struct conversion *c, const struct node *node)
{
    const struct node *body = node->within != NULL ? node->within->body : NULL;
    if (body == NULL || body->file != node->file || node->begin < body->begin) {
        return (struct guard){0};
    }
    return guard_at(c, node->file, body->begin, node->begin);
}

/* Does it depend on FIELD how the type is made, so that it must be the same in every
 * configuration? */
static bool
decides(const char *field)
{
    static const char *const names[] = {"tp_dealloc", "tp_traverse", "tp_new", "tp_free",
                                        "tp_alloc",   "tp_base"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(field, names[i]) == 0) {
            return true;
        }
    }
    return is_of_spec(field) || offset_member(field) != NULL;
}

static void
refuse_branch(struct conversion *c, const struct variable *type,
              const struct source_file *file, uint32_t offset, const char *field)
{
    refuse(c, rule, file, offset, type->name,
           "'%s' gets its %s in a branch of #if, and the conversion needs one that is "
           "valid in every configuration; move it out of the branch",
           type->name, field);
}

void
guard_slot(struct conversion *c, const struct variable *type, struct spec_slot *slot,
           struct guard guard)
{
    slot->guard = guard;
    const struct node *referent =
        slot->item != NULL ? node_referent(slot->item->value) : NULL;
    slot->has_branches =
        slot->item != NULL && (referent == NULL || referent->function == NULL)
        && text_has_directive(slot->item->file, slot->item->begin, slot->item->end);
    if (guard.n_levels == 0) {
        return;
    }
    const struct node *node = slot->given != NULL ? slot->given->node : slot->item->value;
    const struct source_file *file = slot->item != NULL ? slot->item->file : node->file;
    uint32_t begin = slot->item != NULL ? slot->item->begin : node->begin;
    if (decides(slot->field)) {
        refuse_branch(c, type, file, begin, slot->field);
    }
    if (slot->item != NULL) {
        slot->value_end = branch_value_end(file, begin, slot->item->end);
        slot->has_branches = false;
    }
}

/* --- entries that are not compiled --------------------------------------------------- */

/* The table that is read, and what it adds to. */
struct inactive_holder {
    struct inactive_slots *out;
    const struct variable *holder;
    struct guard outer;
    bool is_other; /* another definition of HOLDER is read, not its own initialiser */
};

static bool
begins_with(const struct source_file *file, uint32_t begin, const char *text)
{
    size_t size = strlen(text);
    return begin + size <= file->size && memcmp(file->text + begin, text, size) == 0;
}

/* The initialiser of HOLDER that is written at OFFSET, or around it. */
static const struct initializer *
item_at(const struct variable *holder, uint32_t offset, bool is_around)
{
    for (size_t i = 0; i < holder->n_initializers; i++) {
        const struct initializer *item = &holder->initializers[i];
        if (is_around ? item->begin < offset && offset < item->end
                      : item->begin == offset)
        {
            return item;
        }
    }
    return NULL;
}

/* Is the entry part of a value that is copied with its branches: of flags, or a text? */
static bool
is_copied(const struct variable *holder, const struct inactive_entry *entry)
{
    const struct initializer *item = item_at(holder, entry->begin, true);
    return item != NULL
           && (is_of_spec(item->field) || strcmp(item->field, "tp_doc") == 0);
}

/* The field whose place ENTRY has in a definition of HOLDER; NULL: it cannot be known. */
static const char *
field_of_place(const struct variable *holder, const struct brackets *braces,
               const struct inactive_entry *entry)
{
    const struct record *record = holder->type != NULL ? holder->type->record : NULL;
    size_t number;
    return record != NULL && inactive_entry_number(braces, entry->begin, &number)
                   && number < record->n_fields
               ? record->fields[number].name
               : NULL;
}

/* The field that ENTRY gives; NULL: it cannot be known; "": none of a type's own. */
static const char *
field_of_entry(const struct conversion *c, const struct inactive_holder *slots,
               const struct brackets *braces, const struct inactive_entry *entry)
{
    const struct variable *holder = slots->holder;
    const struct source_file *file = braces->file;
    if (entry->field.end != 0) {
        return text_of(c, file, entry->field.begin, entry->field.end);
    }
    if (slots->is_other) {
        return field_of_place(holder, braces, entry);
    }
    const struct initializer *item =
        entry->like != 0 ? item_at(holder, entry->like, false) : NULL;
    if (begins_with(file, entry->begin, "PyVarObject_HEAD_INIT")
        || begins_with(file, entry->begin, "PyObject_HEAD_INIT")
        || (item != NULL && string_starts(item->path, "ob_base")))
    {
        return "";
    }
    return item != NULL ? item->field : NULL;
}

static void add_entries(struct conversion *c, const struct inactive_holder *slots,
                        const struct brackets *braces, uint32_t begin);

/* The entries of a table that goes. */
static void
add_definition(struct conversion *c, const struct inactive_holder *slots,
               const struct branch_definition *definition)
{
    struct inactive_sub_table table = {definition->braces.file, definition->range};
    ARENA_ADD(c->arena, slots->out->tables, slots->out->n_tables,
              slots->out->tables_capacity, &table);
    add_entries(c, slots, &definition->braces, definition->braces.open + 1);
}

/* The table in ENTRY, `.tp_as_number = &table`, is not compiled either. */
static bool
add_inactive_table(struct conversion *c, const struct inactive_holder *slots,
                   const struct source_file *file, const struct inactive_entry *entry,
                   struct guard guard)
{
    const char *name = text_of(c, file, entry->name.begin, entry->name.end);
    struct branch_definition definition = {.name = 0};
    if (!branch_definition_next(file, name, &definition)) {
        return false;
    }
    struct inactive_holder inner = {slots->out, slots->holder, guard, false};
    add_definition(c, &inner, &definition);
    return true;
}

/* The value of ENTRY without a cast to a typed field's type. */
static const char *
entry_text(const struct conversion *c, const struct source_file *file,
           const struct inactive_entry *entry)
{
    bool is_cast = file->text[entry->value.begin] == '(' && entry->name.end != 0
                   && memchr(file->text + entry->value.begin, '&',
                             entry->value.end - entry->value.begin) == NULL;
    struct range range = is_cast ? entry->name : entry->value;
    return text_of(c, file, range.begin, range.end);
}

static void
add_entry(struct conversion *c, const struct inactive_holder *slots,
          const struct brackets *braces, const struct inactive_entry *entry)
{
    const struct variable *type = slots->out->type;
    const struct source_file *file = braces->file;
    const char *field = field_of_entry(c, slots, braces, entry);

    if (entry->is_split
        || (field == NULL && (!entry->is_zero && !is_copied(slots->holder, entry))))
    {
        refuse(c, rule, file, entry->begin, type->name,
               "which field of '%s' gets this value is not known in a branch of #if that "
               "is not compiled; write `.field = value,` inside of the branch",
               type->name);
        return;
    }
    if (entry->is_zero || field == NULL || field[0] == '\0') {
        return;
    }
    struct guard guard = guard_joined(
        c, slots->outer, guard_at(c, file, braces->open, entry->begin));
    if (string_starts(field, "tp_as_")) {
        if (!add_inactive_table(c, slots, file, entry, guard)) {
            refuse_branch(c, type, file, entry->begin, field);
        }
        return;
    }
    if (decides(field) || strcmp(field, "tp_clear") == 0 || !is_slot(field)
        || !slot_is_limited(c, field))
    {
        refuse_branch(c, type, file, entry->begin, field);
        return;
    }
    struct spec_slot slot = {
        .field = field, .guard = guard, .text = entry_text(c, file, entry)};
    ARENA_ADD(c->arena, slots->out->items, slots->out->n_items, slots->out->capacity,
              &slot);
}

static void
add_entries(struct conversion *c, const struct inactive_holder *slots,
            const struct brackets *braces, uint32_t begin)
{
    struct inactive_entry entry = {.end = begin};
    while (!entry.is_split && inactive_entry_next(c, braces, &entry)) {
        add_entry(c, slots, braces, &entry);
    }
}

void
add_inactive_slots(struct conversion *c, struct inactive_slots *out,
                   const struct variable *holder, struct guard outer)
{
    struct inactive_holder slots = {out, holder, outer, false};
    struct brackets braces;
    if (holder->initial != NULL && node_braces(holder->initial, &braces)) {
        add_entries(c, &slots, &braces, braces.open + 1);
    }
}

/* --- definitions that are not compiled ------------------------------------------------ */

struct guard
guard_beside(const struct conversion *c, const struct variable *type,
             const struct source_file *file, uint32_t offset)
{
    const struct declaration *d = variable_declaration(type);
    struct guard guard = guard_at(c, file, 0, offset);
    struct guard common = guard_at(c, d->file, 0, d->begin);
    while (guard.n_levels > 0 && common.n_levels > 0
           && guard.levels->file == common.levels->file
           && guard.levels->conditional == common.levels->conditional
           && guard.levels->number == common.levels->number)
    {
        guard = (struct guard){guard.levels + 1, guard.n_levels - 1};
        common = (struct guard){common.levels + 1, common.n_levels - 1};
    }
    return guard;
}

bool
has_other_definition(const struct conversion *c, const struct variable *variable)
{
    struct branch_definition definition = {.name = 0};
    return other_definition_next(c, variable, &definition);
}

struct guard
guard_of_table(const struct conversion *c, const struct variable *type,
               const struct variable *table, struct guard outer)
{
    const struct declaration *d = variable_declaration(table);
    return has_other_definition(c, table)
               ? guard_joined(c, outer, guard_beside(c, type, d->file, d->begin))
               : outer;
}

void
add_other_definitions(struct conversion *c, struct inactive_slots *out,
                      const struct variable *table, struct guard outer)
{
    struct branch_definition definition = {.name = 0};
    while (other_definition_next(c, table, &definition)) {
        const struct source_file *file = definition.braces.file;
        struct guard guard = guard_beside(c, out->type, file, definition.name);
        struct inactive_holder slots = {out, table, guard_joined(c, outer, guard), true};
        if (file != variable_declaration(out->type)->file) {
            refuse_other_definition(c, rule, table);
            return;
        }
        add_definition(c, &slots, &definition);
    }
}

void
refuse_other_definition(struct conversion *c, const char *of_rule,
                        const struct variable *variable)
{
    struct branch_definition definition = {.name = 0};
    if (other_definition_next(c, variable, &definition)) {
        refuse(c, of_rule, definition.braces.file, definition.name, variable->name,
               "'%s' has another definition in a branch of #if that is not compiled; "
               "keep one, with the #if inside of its braces",
               variable->name);
    }
}

/* --- entries that are added ------------------------------------------------------------ */

void
check_room(struct conversion *c, const struct variable *table, size_t n_added)
{
    const struct declaration *d = variable_declaration(table);
    size_t n_elements = 0;
    if (d->from_macro || !has_written_size(d->file, d->name)) {
        return;
    }
    for (size_t i = 0; i < table->n_initializers; i++) {
        size_t number = table->initializers[i].element + 1;
        n_elements = number > n_elements ? number : n_elements;
    }
    if (table->type->n_elements < (int64_t)(n_elements + n_added)) {
        refuse(c, rule, d->file, d->name, table->name,
               "'%s' gets an entry, and its size is written out here; write []",
               table->name);
    }
}

void
check_inactive_assignments(struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        struct range member;
        if (mention->variable != type || !mention->is_inactive
            || is_dead(c, mention->file, mention->begin)
            || !member_assigned(mention->file, mention->begin, &member))
        {
            continue;
        }
        const char *field = text_of(c, mention->file, member.begin, member.end);
        if (is_slot(field) || is_of_spec(field) || offset_member(field) != NULL) {
            refuse(c, rule, mention->file, mention->begin, type->name,
                   "'%s' gets its %s at run time in a branch of #if that is not "
                   "compiled; give it in the initialiser, with the #if around it",
                   type->name, field);
        }
    }
}
