#include "report/table.h"

#include <string.h>

#include "base/character.h"

static bool
is_last(const struct table_row *row, size_t column)
{
    return column + 1 == TABLE_COLUMNS || row->cells[column + 1] == NULL;
}

static void
add_row(const struct table_row *row, const size_t *widths, struct strbuf *out)
{
    for (size_t i = 0; i < TABLE_COLUMNS && row->cells[i] != NULL; i++) {
        bool colored = row->color != NULL && i == row->colored;
        strbuf_format(out, "%s%s%s", colored ? row->color : "", row->cells[i],
                      colored ? "\033[0m" : "");
        size_t fill = is_last(row, i) ? 0 : widths[i] - text_width(row->cells[i], strlen(row->cells[i])) + 2;
        strbuf_format(out, "%*s", (int)fill, "");
    }
    strbuf_add_char(out, '\n');
}

void
table_print(const struct table_row *rows, size_t n_rows, struct strbuf *out)
{
    size_t widths[TABLE_COLUMNS] = {0};
    for (size_t k = 0; k < n_rows; k++) {
        for (size_t i = 0; i < TABLE_COLUMNS && rows[k].cells[i] != NULL; i++) {
            size_t width = text_width(rows[k].cells[i], strlen(rows[k].cells[i]));
            widths[i] = width > widths[i] ? width : widths[i];
        }
    }
    for (size_t k = 0; k < n_rows; k++) {
        add_row(&rows[k], widths, out);
    }
}
