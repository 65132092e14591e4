/* Checks that each reference to a moved variable was edited, or is handled by a
 * pass. */
#include "convert/rewrite/cleanup/mention_check.h"

#include <string.h>

#include "convert/facts/token_pasting.h"
#include "convert/text/edited.h"

/* --- the cross-check ------------------------------------------------------------ */

/* A module in multi-phase initialisation is never found by PyState_FindModule. */
static void
check_lookups(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        if (!plan_of_function(r->plan, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            const char *name = n->kind == NODE_CALL ? call_name(n) : "";
            if ((strcmp(name, "PyState_FindModule") == 0
                 || strcmp(name, "PyState_AddModule") == 0)
                && !edited_range(&r->edits, n->file, n->begin, n->begin + 1))
            {
                refuse_at(r->late, "access-not-converted", n, function->name,
                          "%s cannot find modules with multi-phase initialisation; "
                          "pass the module",
                          name);
            }
        }
    }
}

/* What a program wrote is to be written by it again, not changed. */
static void
check_generated(struct rewriter *r)
{
    const struct source_file *file;
    uint32_t begin;
    for (size_t i = 0; (file = edited_file_at(&r->edits, i, &begin)) != NULL; i++) {
        if (file->is_generated) {
            refuse(r->late, "init-not-converted", file, begin, NULL,
                "this file is generated code; generate it again for multi-phase initialisation");
            return;
        }
    }
}

void
check_mentions(struct rewriter *r)
{
    if (!r->plan->is_multi_phase) {
        check_lookups(r);
    }
    check_generated(r);
    for (size_t i = 0; i < r->plan->n_mentions; i++) {
        const struct mention *mention = &r->plan->mentions[i];
        if (moving(r->plan, mention->variable) == NULL
            || edited_range(&r->edits, mention->file, mention->begin, mention->end))
        {
            continue;
        }
        if (mention->holder != NULL && mention->within == NULL) {
            refuse(r->late, "state-not-converted", mention->file, mention->begin,
                   mention->variable->name,
                   "the initialiser of '%s' contains the address of '%s', which moves "
                   "to the module state; assign it in the exec function",
                   mention->holder->name, mention->variable->name);
        }
        else if (mention->is_inactive) {
            refuse(r->late, "state-not-converted", mention->file, mention->begin,
                   mention->variable->name,
                   "'%s' is used in an inactive #if branch, outside any converted "
                   "function",
                   mention->variable->name);
        }
        else {
            refuse(r->late, "state-not-converted", mention->file, mention->begin,
                   mention->variable->name, "unsupported use of '%s'",
                   mention->variable->name);
        }
    }
    /* A use that no token spells: pasted together by a macro. */
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        for (size_t k = 0; moving(r->plan, variable) != NULL && k < variable->n_uses;
             k++) {
            const struct node *use = variable->uses[k];
            const struct source_file *file =
                use->origin == ORIGIN_MACRO ? use->macro_file : use->file;
            uint32_t offset =
                use->origin == ORIGIN_MACRO ? use->macro_offset : use->begin;
            size_t size = strlen(variable->name);
            if (file == NULL || offset + size > file->size
                || memcmp(file->text + offset, variable->name, size) != 0)
            {
                if (is_converted_pasting(r->plan, variable, use)) {
                    continue;
                }
                refuse_at(r->late, "state-not-converted", use, variable->name,
                          "a macro pastes the name of '%s' here", variable->name);
            }
        }
    }
}
