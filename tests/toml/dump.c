/* Reads TOML from stdin and prints the tree as the JSON that toml-test compares: each
 * value as {"type", "value"}, numbers and dates as text.  Exit code 1: it is no TOML. */
#include <stdio.h>
#include <string.h>

#include "base/toml.h"

static void
print_string(const char *text)
{
    putchar('"');
    for (const char *c = text; *c != '\0'; c++) {
        if (strncmp(c, "\xc0\x80", 2) == 0) { /* toml.h: a NUL */
            fputs("\\u0000", stdout);
            c++;
        }
        else if ((unsigned char)*c < 0x20 || *c == '"' || *c == '\\') {
            printf("\\u%04x", (unsigned char)*c);
        }
        else {
            putchar(*c);
        }
    }
    putchar('"');
}

static void
print_value(const char *type, const char *text)
{
    printf("{\"type\": \"%s\", \"value\": ", type);
    print_string(text);
    putchar('}');
}

static void
print_tree(const struct toml *value)
{
    char number[32];
    switch (value->kind) {
    case TOML_TABLE:
    case TOML_ARRAY:
        putchar(value->kind == TOML_TABLE ? '{' : '[');
        for (const struct toml *at = value->first; at != NULL; at = at->next) {
            if (at != value->first) {
                putchar(',');
            }
            if (value->kind == TOML_TABLE) {
                print_string(at->key);
                putchar(':');
            }
            print_tree(at);
        }
        putchar(value->kind == TOML_TABLE ? '}' : ']');
        break;
    case TOML_STRING:
        print_value("string", value->text);
        break;
    case TOML_INTEGER:
        snprintf(number, sizeof(number), "%lld", (long long)value->integer);
        print_value("integer", number);
        break;
    case TOML_BOOLEAN:
        print_value("bool", value->truth ? "true" : "false");
        break;
    case TOML_OTHER:
        print_value("other", value->text);
        break;
    }
}

int
main(void)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    static char text[1 << 20];
    size_t size = fread(text, 1, sizeof(text) - 1, stdin);
    struct error err = ERROR_INIT;
    struct toml *root = NULL;
    if (toml_read(arena, text, size, &root, &err) != 0) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    print_tree(root);
    return 0;
}
