/* Rows of PyGetSetDef: {"Error", get_error, NULL, NULL, &spam_error}. */
#include "convert/facts/closure_rows.h"

#include "base/strbuf.h"
#include "convert/facts/nodes.h"

static const struct function *
function_beside(const struct variable *table, const struct initializer *item, const char *field)
{
    const struct initializer *beside = initializer_beside(table, item, field);
    const struct node *referent = beside != NULL ? node_referent(beside->value) : NULL;
    return referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
}

static const struct variable *
variable_at(const struct node *value)
{
    const struct node *referent = node_referent(value);
    bool is_address = referent != NULL && referent->kind == NODE_NAME
                      && referent->variable != NULL
                      && (node_bare(value) != referent
                          || referent->variable->type->kind == TYPE_ARRAY);
    return is_address ? referent->variable : NULL;
}

bool
closure_row_next(const struct source *source, struct closure_row *row)
{
    for (size_t i = row->next_table; i < source->n_variables; i++) {
        const struct variable *table = source->variables[i];
        for (size_t k = i == row->next_table ? row->next_item : 0; k < table->n_initializers; k++)
        {
            const struct initializer *item = &table->initializers[k];
            if (!string_equal(item->record, "PyGetSetDef")
                || !string_equal(item->field, "closure"))
            {
                continue;
            }
            *row = (struct closure_row){
                .table = table,
                .value = item->value,
                .variable = item->from_macro ? NULL : variable_at(item->value),
                .get = function_beside(table, item, "get"),
                .set = function_beside(table, item, "set"),
                .next_table = i,
                .next_item = k + 1,
            };
            return true;
        }
    }
    return false;
}
