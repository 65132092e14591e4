/* init-export-alpha: PyModExport_… returned PyModuleDef_Slot * in the alphas of 3.15
 * (PEP 793), and PySlot * since its release (PEP 820). */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/expression.h"
#include "model/tokens.h"

static bool
is_slot_table(const struct type *type)
{
    if (type == NULL || (type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY)) {
        return false;
    }
    const struct type *element =
        type->kind == TYPE_POINTER ? type->target : type_element(type);
    return element != NULL && type_is_record(element, "PyModuleDef_Slot");
}

/* Does FUNCTION return such a table, whatever it is declared to return? */
static bool
returns_old_slots(const struct function *function)
{
    if (function->type != NULL && function->type->kind == TYPE_FUNCTION
        && is_slot_table(function->type->target))
    {
        return true;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        const struct node *value =
            node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
        if (value != NULL && is_slot_table(value->type)) {
            return true;
        }
    }
    return false;
}

/* --- its fix ---------------------------------------------------------------------- */

/* The table that FUNCTION returns and that nothing else uses; or NULL. */
static const struct variable *
returned_table(const struct function *function)
{
    const struct variable *table = NULL;
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_RETURN) {
            table = node_variable(node->first);
        }
    }
    return table != NULL && table->n_uses == 1 && table->n_declarations == 1 ? table
                                                                           : NULL;
}

/* "PySlot_FUNC(Py_mod_exec, spam_exec)" for an entry; NULL if its kind is unknown. */
static const char *
new_entry(const struct draft *draft, const struct node *entry)
{
    const struct node *id = entry->first, *value = id->next;
    const char *name = draft_text(draft, id->begin, id->end);
    const struct slot_kind *kind = slot_kind_find(name);
    if (kind == NULL) {
        return NULL;
    }
    const char *macro = kind->n_parameters >= 0 ? "PySlot_FUNC" : "PySlot_DATA";
    if (strcmp(name, "Py_mod_state_size") == 0) {
        macro = "PySlot_SIZE";
        value = node_bare(value);
    }
    else if (kind->n_parameters >= 0 && node_function(value) != NULL) {
        value = node_bare(value);
    }
    return value->origin == ORIGIN_FILE || value->end > value->begin
               ? arena_format(draft->check->arena, "%s(%s, %s)", macro, name,
                              draft_text(draft, value->begin, value->end))
               : NULL;
}

/* Replace the word PyModuleDef_Slot in [begin, end) by PySlot; false if it is not there
 * just once. */
static bool
rename_type(struct draft *draft, uint32_t begin, uint32_t end)
{
    size_t found = 0, n = 0;
    for (size_t i = source_token(draft->file, begin);
         i < draft->file->n_tokens && draft->file->tokens[i].begin < end; i++)
    {
        if (token_is(draft->file, i, "PyModuleDef_Slot")) {
            found = i;
            n++;
        }
    }
    if (n == 1) {
        draft_replace(draft, draft->file->tokens[found].begin, draft->file->tokens[found].end,
                "PySlot");
    }
    return n == 1;
}

static bool
replace_entries(struct draft *draft, const struct node *list)
{
    bool has_abi = false;
    for (const struct node *entry = list->first; entry; entry = entry->next) {
        const struct node *plain = draft_entry(draft, entry);
        bool is_last = entry->next == NULL;
        if (plain == NULL && !is_last) {
            return false;
        }
        const char *text = is_last ? "PySlot_END" : new_entry(draft, entry);
        if (text == NULL
            || (is_last && entry->first != NULL
                && !(entry->first->has_value && entry->first->value == 0)))
        {
            return false;
        }
        has_abi = has_abi || strstr(text, "(Py_mod_abi,") != NULL;
        if (is_last && !has_abi) {
            text = arena_format(
                draft->check->arena, "PySlot_DATA(Py_mod_abi, &abi_info),%s%s%s",
                draft_indent(draft, entry->begin)[0] ? draft_newline(draft) : " ",
                draft_indent(draft, entry->begin), text);
        }
        draft_replace(draft, entry->begin, entry->end, text);
    }
    return true;
}

static bool
fix_export_alpha(struct draft *draft)
{
    const struct function *export = draft_function(draft);
    const struct variable *table = export ? returned_table(export) : NULL;
    const struct declaration *place = table ? variable_declaration(table) : NULL;
    const struct declaration *definition = export ? function_definition(export) : NULL;
    /* PySlot_DATA is a designated initialiser: C++ has these from C++20 on only. */
    if (place == NULL || place->file != draft->file || place->within != NULL
        || place->begin > definition->begin || !string_ends(draft->file->path, ".c")
        || place->n_declarators != 1 || table->initial == NULL
        || table->initial->kind != NODE_INIT_LIST || table->initial->first == NULL
        || !range_is_plain(draft->file, place->begin, definition->begin)
        || !range_is_plain(draft->file, definition->begin, export->body->begin))
    {
        return false;
    }
    for (size_t i = 0; i < draft->file->n_tokens; i++) {
        if (token_is(draft->file, i, "abi_info")) {
            return false;
        }
    }
    draft_replace(draft, place->begin, place->begin,
            arena_format(draft->check->arena, "PyABIInfo_VAR(abi_info);%s%s",
                         draft_newline(draft), draft_newline(draft)));
    draft->description = "return PySlot entries, which Python 3.15 expects";
    return rename_type(draft, place->begin, table->initial->begin)
           && replace_entries(draft, table->initial)
           && rename_type(draft, definition->begin, definition->name);
}

/* --- the check -------------------------------------------------------------------- */

void
check_init_export_alpha(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (!string_starts(function->name, "PyModExport") || !function->in_project
            || !returns_old_slots(function))
        {
            continue;
        }
        struct finding *finding = check_add_function(
            check, "init-export-alpha", function,
            "%s returns PyModuleDef_Slot entries, as in the alpha releases of Python "
            "3.15; the final release expects PySlot entries, which are larger: use "
            "PySlot_FUNC and PySlot_DATA, with Py_mod_abi",
            function->name);
        check_fix(check, finding, fix_export_alpha);
    }
}
