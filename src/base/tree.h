/* JSON trees, made with jansson.  Out of memory ends the program,
 * as everywhere. */
#ifndef INSULATE_BASE_TREE_H
#define INSULATE_BASE_TREE_H

#include <jansson.h>

#include "base/strbuf.h"

json_t *tree_object(void);
json_t *tree_array(void);
/* Bytes that are no UTF-8 (names from foreign files) become "?" one by one. */
json_t *tree_string(const char *text);
/* VALUE is stolen. */
void tree_set(json_t *object, const char *key, json_t *value);
/* Nothing is set for NULL. */
void tree_set_string(json_t *object, const char *key, const char *text);
/* VALUE is stolen. */
void tree_append(json_t *array, json_t *value);
/* ROOT is stolen. */
void tree_print(json_t *root, struct strbuf *out);
/* The same on one line. */
void tree_print_line(json_t *root, struct strbuf *out);

#endif
