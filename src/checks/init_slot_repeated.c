/* init-slot-repeated: PyModule_FromDefAndSpec takes some slots once only. */
#include <stdio.h>
#include <string.h>

#include "checks/check.h"
#include "checks/fix.h"
#include "model/tokens.h"

/* --- its fix ---------------------------------------------------------------------- */

/* Do A and B consist of the same tokens? */
static bool
is_same_text(const struct node *a, const struct node *b)
{
    size_t i = source_token(a->file, a->begin), k = source_token(b->file, b->begin);
    for (; i < a->file->n_tokens && a->file->tokens[i].begin < a->end; i++, k++) {
        char word[128];
        const struct token *token = &a->file->tokens[i];
        snprintf(word, sizeof word, "%.*s", (int)(token->end - token->begin),
                 a->file->text + token->begin);
        if (k >= b->file->n_tokens || !token_is(b->file, k, word)) {
            return false;
        }
    }
    return k >= b->file->n_tokens || b->file->tokens[k].begin >= b->end;
}

/* The comma behind an entry goes with it. */
static uint32_t
entry_end(const struct node *entry)
{
    size_t i = source_token(entry->file, entry->end);
    while (i < entry->file->n_tokens && entry->file->tokens[i].kind == TOKEN_COMMENT) {
        i++;
    }
    return token_is(entry->file, i, ",") ? entry->file->tokens[i].end : 0;
}

static bool
fix_slot_repeated(struct draft *draft)
{
    const struct extension *extension = draft->check->extension;
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct slots *slots = &extension->modules[i].slots;
        for (size_t k = 1; k < slots->n_items; k++) {
            const struct slot *slot = &slots->items[k];
            if (slot->value->begin != draft->finding->offset
                || slot->value->file != draft->file)
            {
                continue;
            }
            const struct node *entry = draft_entry(draft, slot->value);
            const struct slot *first = slots_find(slots, slot->name);
            const struct node *other = first ? draft_entry(draft, first->value) : NULL;
            if (entry == NULL || other == NULL || other == entry
                || !is_same_text(entry, other) || entry_end(entry) == 0)
            {
                return false;
            }
            draft_remove(draft, entry->begin, entry_end(entry));
            draft->description = "remove the repeated entry";
            return true;
        }
    }
    return false;
}

/* --- the check -------------------------------------------------------------------- */

/* Is entry K the function of an exec slot before it? */
static bool
runs_again(const struct slots *slots, size_t k)
{
    for (size_t i = 0; i < k; i++) {
        if (strcmp(slots->items[i].name, "Py_mod_exec") == 0
            && slots->items[i].function != NULL
            && slots->items[i].function == slots->items[k].function)
        {
            return true;
        }
    }
    return false;
}

void
check_init_slot_repeated(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        for (size_t k = 0; k < module->slots.n_items; k++) {
            const struct slot *slot = &module->slots.items[k];
            /* Exec slots of PyModuleDef.m_slots run one after another. */
            if (strcmp(slot->name, "Py_mod_exec") == 0) {
                if (runs_again(&module->slots, k)) {
                    check_add_node(check, "init-slot-repeated", slot->value,
                                   module->variable->name,
                                   "Py_mod_exec names %s again; it runs twice for each "
                                   "module object and leaks what it made first: remove one",
                                   slot->function->name);
                }
            }
            else if (slot->name[0] != '\0' && slot_is_repeated(&module->slots, k)) {
                struct finding *finding = check_add_node(
                    check, "init-slot-repeated", slot->value, module->variable->name,
                    "%s is repeated; CPython rejects this with SystemError: remove one",
                    slot->name);
                check_fix(check, finding, fix_slot_repeated);
            }
        }
    }
}
