/* Arrays of characters that begin as a text. */
#include "convert/facts/initial_texts.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "model/extent.h"

/* Is NODE spelled by string literals alone?  N gets the number of characters between the
 * quotation marks, 0 if there are escapes. */
static bool
is_spelled_out(const struct node *node, int64_t *n)
{
    bool is_quoted = false, has_escape = false;
    *n = 0;
    if (node->origin != ORIGIN_FILE) {
        return false;
    }
    for (uint32_t at = node->begin; at < node->end; at++) {
        char letter = node->file->text[at];
        if (letter == '"') {
            is_quoted = !is_quoted;
            continue;
        }
        if (!is_quoted && strchr(" \t\r\n", letter) == NULL) {
            return false;
        }
        has_escape |= letter == '\\';
        at += letter == '\\';
        *n += is_quoted;
    }
    *n = has_escape ? 0 : *n;
    return !is_quoted;
}

struct initial_text
begins_as_text(const struct variable *variable)
{
    const struct initial_text none = {NULL, false};
    const struct type *type = variable->type;
    const struct node *text = variable->initial != NULL ? node_bare(variable->initial) : NULL;
    struct range sizes;
    int64_t n;
    if (text != NULL && text->kind == NODE_INIT_LIST) {
        text = text->first != NULL && text->first->next == NULL ? node_bare(text->first) : NULL;
    }
    if (text == NULL || text->kind != NODE_STRING || type->kind != TYPE_ARRAY
        || type->target->kind != TYPE_INTEGER || type->n_elements <= 0
        || !is_spelled_out(text, &n))
    {
        return none;
    }
    const struct declaration *place = variable_declaration(variable);
    bool is_as_long = array_sizes(place, &sizes)
                      && string_starts(place->file->text + sizes.begin, "[]");
    if (!is_as_long && n == 0 && text->text != NULL && *text->text != '\0') {
        return none; /* it is not known which of the two is longer */
    }
    return (struct initial_text){text, is_as_long || n >= type->n_elements};
}
