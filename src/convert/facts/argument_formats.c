/* The formats by which PyArg_Parse… takes arguments ("Parsing arguments and building
 * values"). */
#include "convert/facts/argument_formats.h"

#include <string.h>

#include "model/extent.h"

const struct node *
argument_format(const struct node *call, size_t *out_first)
{
    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct node *format = node_bare(call_argument(call, i));
        if (format->kind != NODE_STRING || format->text == NULL) {
            continue;
        }
        size_t size = strlen(format->text);
        bool is_keyword = strstr(call_name(call), "Keywords") != NULL;
        *out_first = i + 1 + is_keyword;
        return format->origin == ORIGIN_FILE && format->end - format->begin == size + 2
                       && strcspn(format->text, "*e") >= strcspn(format->text, ":;")
                   ? format
                   : NULL; /* a buffer would have to be released */
    }
    return NULL;
}

/* The next unit of FORMAT from *AT on, which is set behind it, and what it takes of the
 * arguments; 0: there is none. */
static size_t
take_unit(const char *format, size_t *at, char *out_unit)
{
    size_t i = *at;
    while (format[i] != '\0' && strchr("|$() ,", format[i]) != NULL) {
        i++;
    }
    if (format[i] == '\0' || format[i] == ':' || format[i] == ';') {
        return 0;
    }
    bool takes_two = format[i + 1] != '\0' && strchr("&!#", format[i + 1]) != NULL;
    *out_unit = takes_two ? format[i + 1] : format[i];
    *at = i + 1 + takes_two;
    return 1 + takes_two;
}

bool
find_converter_unit(const char *format, size_t wanted, size_t *out_i)
{
    char unit;
    for (size_t at = 0, n = 0, taken; (taken = take_unit(format, &at, &unit)) != 0; n += taken) {
        if (unit == '&' && n == wanted) {
            *out_i = at - 1;
            return true;
        }
    }
    return false;
}

bool
is_stored_last(const struct node *call, const struct node *address)
{
    size_t first;
    const struct node *format = argument_format(call, &first);
    if (strstr(call_name(call), "UnpackTuple") != NULL) {
        return true; /* the number is asked first */
    }
    if (format == NULL || strchr(format->text, '(') != NULL) {
        return false;
    }
    char unit;
    bool is_behind = false;
    for (size_t at = 0, n = 0, taken; (taken = take_unit(format->text, &at, &unit)) != 0;
         n += taken)
    {
        if (is_behind && unit != 'O') {
            return false;
        }
        is_behind |= call_argument(call, first + n + taken - 1) == address;
    }
    return is_behind;
}

/* The argument of CALL that is the format of values to build; NULL: it has none. */
static const struct node *
value_format(const struct node *call, size_t *out_first)
{
    const char *name = call_name(call);
    size_t i = strstr(name, "Py_BuildValue") != NULL            ? 0
               : string_starts(name, "PyObject_CallMethod")     ? 2
               : string_starts(name, "_PyObject_CallMethod")    ? 2
               : string_starts(name, "PyObject_CallFunction")   ? 1
               : string_starts(name, "PyEval_CallFunction")     ? 1
                                                                : SIZE_MAX;
    const struct node *format =
        i != SIZE_MAX && strstr(name, "ObjArgs") == NULL ? call_argument(call, i) : NULL;
    format = format != NULL ? node_bare(format) : NULL;
    *out_first = i + 1;
    return format != NULL && format->kind == NODE_STRING && format->text != NULL ? format : NULL;
}

bool
taken_by_format(const struct node *call, const struct node *argument)
{
    size_t n;
    const struct node *format = value_format(call, &n);
    for (const char *at = format != NULL ? format->text : ""; *at != '\0'; at++) {
        if (strchr("()[]{} ,:\t", *at) != NULL) {
            continue;
        }
        if (call_argument(call, n) == argument) {
            return *at == 'N' && at[1] != '&';
        }
        n++;
        if (at[1] != '\0' && strchr("&#", at[1]) != NULL) {
            n++;
            at++;
        }
    }
    return false;
}
