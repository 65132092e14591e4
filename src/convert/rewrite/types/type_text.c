/* Values of the fields of types, as text. */
#include "convert/rewrite/types/type_text.h"

#include <string.h>

#include "convert/facts/type_fields.h"
#include "convert/rewrite/changes.h"

/* The text from token FIRST to the next comma or closing bracket of its own level, in
 * the body of a macro that ends at END; line continuations become blanks. */
static const char *
text_to_comma(const struct conversion *c, const struct source_file *file, size_t first,
              uint32_t end)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t last = first;
    for (size_t i = first; i < file->n_tokens && file->tokens[i].begin < end;
         i = token_after(file, i))
    {
        if (token_is(file, i, ",") || token_is(file, i, "}") || token_is(file, i, ")"))
        {
            break;
        }
        if (token_is(file, i, "(") || token_is(file, i, "{")) {
            i = token_closing(file, i);
            if (i >= file->n_tokens) {
                break;
            }
        }
        last = i;
    }
    for (uint32_t k = file->tokens[first].begin; k < file->tokens[last].end; k++) {
        char next = file->text[k + 1];
        if (file->text[k] == '\\' && (next == '\n' || next == '\r')) {
            while (strchr("\\\r\n \t", file->text[k + 1]) != NULL) {
                k++;
            }
            continue;
        }
        strbuf_add_char(&out, file->text[k]);
    }
    return arena_copy(c->arena, out.text, out.size);
}

/* The value that the macro used at ITEM gives to its field: behind `.field =` in the
 * macro's body; NULL if it is not written so. */
static const char *
text_in_macro(const struct conversion *c, const struct initializer *item)
{
    const char *name = token_text(c, item->file, token_at(item->file, item->begin));
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (strcmp(macro->name, name) != 0) {
            continue;
        }
        const struct source_file *file = macro->file;
        for (size_t k = token_at(file, macro->body);
             k + 3 < file->n_tokens && file->tokens[k].begin < macro->end; k++)
        {
            if (token_is(file, k, ".") && token_is(file, k + 1, item->field)
                && token_is(file, k + 2, "="))
            {
                return text_to_comma(c, file, k + 3, macro->end);
            }
        }
    }
    return NULL;
}

const char *
text_of_value(struct conversion *c, const struct initializer *item)
{
    const char *text = item->from_macro ? text_in_macro(c, item) : NULL;
    if (text != NULL) {
        return text;
    }
    return rendered(c, item->file, item->begin, item->end);
}

/* A slot's value without the cast that a typed field asked for. */
const char *
text_of_slot(struct conversion *c, const struct initializer *item)
{
    const struct node *bare = node_bare(item->value);
    const struct node *referent =
        item->value != NULL ? node_referent(item->value) : NULL;
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
        && !item->from_macro && referent->origin == ORIGIN_FILE)
    {
        return rendered(c, referent->file, referent->begin, referent->end);
    }
    if (bare != item->value && bare != NULL && bare->origin == ORIGIN_FILE
        && item->value->kind == NODE_CAST && !item->from_macro)
    {
        return rendered(c, bare->file, bare->begin, bare->end);
    }
    const char *text = text_of_value(c, item);
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
        && text[0] == '(' && string_ends(text, referent->function->name))
    {
        return referent->function->name; /* a cast in a macro's body */
    }
    return text;
}

/* The value of FIELD as text; NULL if it has none, or NULL or 0. */
const char *
text_of_field(struct conversion *c, const struct variable *type, const char *field)
{
    const struct given_field *slot = run_time_slot(plan_of_variable(c, type), field);
    if (slot != NULL) {
        return slot->node->has_value && slot->node->value == 0 ? NULL : slot->value;
    }
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item->is_zero ? text_of_value(c, item) : NULL;
}
