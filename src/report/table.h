/* Columns in text, as wide as what stands in them. */
#ifndef INSULATE_REPORT_TABLE_H
#define INSULATE_REPORT_TABLE_H

#include "report/report.h"

enum { TABLE_COLUMNS = 6 };

/* A row; borrowed strings without control characters. */
struct table_row {
    const char *cells[TABLE_COLUMNS]; /* the first NULL ends the row */
    size_t colored;                   /* the cell that COLOR is for */
    const char *color;                /* NULL: none */
};

/* Print the rows; the last cell of a row is not filled up. */
void table_print(const struct table_row *rows, size_t n_rows, struct strbuf *out);

#endif
