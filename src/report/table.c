#include "report/table.h"

#include <string.h>

/* Columns on a terminal: characters, not bytes. */
static size_t
text_width(const char *text)
{
    size_t width = 0;
    for (const char *at = text; *at != '\0'; at++) {
        width += ((unsigned char)*at & 0xc0) != 0x80;
    }
    return width;
}

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
        size_t fill = is_last(row, i) ? 0 : widths[i] - text_width(row->cells[i]) + 2;
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
            size_t width = text_width(rows[k].cells[i]);
            widths[i] = width > widths[i] ? width : widths[i];
        }
    }
    for (size_t k = 0; k < n_rows; k++) {
        add_row(&rows[k], widths, out);
    }
}
