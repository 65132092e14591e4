#include "extension/arithmetic.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

static const struct value unknown = {.is_known = false};

enum { BITS = 64 };

struct value
value_of(long long number)
{
    return (struct value){.is_known = true, .number = number};
}

struct value
value_at_least(long long number)
{
    return (struct value){.is_least = true, .number = number};
}

bool
value_is_true(struct value value)
{
    return value.is_known ? value.number != 0 : value.is_least && value.number > 0;
}

bool
value_is_false(struct value value)
{
    return value.is_known && value.number == 0;
}

static struct value
value_of_bits(uint64_t bits, bool is_unsigned)
{
    long long number;
    memcpy(&number, &bits, sizeof number);
    return (struct value){
        .is_known = true, .is_unsigned = is_unsigned, .number = number};
}

/* --- constants ------------------------------------------------------------ */

static int
digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : BITS;
}

/* u, l, ll, z and wb in any order: "u" is all that matters. */
static bool
read_suffix(const char *text, size_t size, bool *out_unsigned)
{
    *out_unsigned = false;
    for (size_t i = 0; i < size; i++) {
        if (strchr("uUlLzZwWbB", text[i]) == NULL) {
            return false;
        }
        *out_unsigned |= text[i] == 'u' || text[i] == 'U';
    }
    return size <= 3;
}

static struct value
value_of_integer(const char *text, size_t size)
{
    int base = 10;
    size_t i = 0;
    if (size > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        i = 2;
    }
    else if (size > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
        base = 2;
        i = 2;
    }
    else if (size > 1 && text[0] == '0') {
        base = 8;
    }
    uint64_t number = 0;
    size_t begin = i;
    for (; i < size && (digit_of(text[i]) < base || text[i] == '\''); i++) {
        if (text[i] == '\'') {
            continue;
        }
        uint64_t digit = (uint64_t)digit_of(text[i]);
        if (number > (UINT64_MAX - digit) / (uint64_t)base) {
            return unknown; /* fits no type */
        }
        number = number * (uint64_t)base + digit;
    }
    bool is_unsigned;
    if (i == begin || !read_suffix(text + i, size - i, &is_unsigned)) {
        return unknown;
    }
    /* A decimal one that only fits uintmax_t: compilers take it so, and warn. */
    return value_of_bits(number, is_unsigned || number > INT64_MAX);
}

/* 'c' with one character of ASCII; others depend on the compiler. */
static struct value
value_of_character(const char *text, size_t size)
{
    static const char escapes[][2] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'0', '\0'},
                                      {'a', '\a'}, {'b', '\b'}, {'f', '\f'}, {'v', '\v'},
                                      {'\\', '\\'}, {'\'', '\''}, {'"', '"'}, {'?', '?'}};
    if (size == 3 && text[2] == '\'' && isprint((unsigned char)text[1])) {
        return value_of(text[1]);
    }
    for (size_t i = 0; size == 4 && text[1] == '\\' && i < sizeof escapes / 2; i++) {
        if (escapes[i][0] == text[2]) {
            return value_of(escapes[i][1]);
        }
    }
    return unknown;
}

struct value
value_of_text(const char *text, size_t size)
{
    if (size == 0) {
        return unknown;
    }
    return text[0] == '\'' ? value_of_character(text, size)
                           : value_of_integer(text, size);
}

/* --- operators ------------------------------------------------------------ */

/* Is A below B, as numbers of the type that both are made? */
static bool
is_below(struct value a, struct value b)
{
    return a.is_unsigned || b.is_unsigned ? (uint64_t)a.number < (uint64_t)b.number
                                          : a.number < b.number;
}

static struct value
divided(struct value a, char op, struct value b)
{
    if (b.number == 0) {
        return unknown; /* an error */
    }
    if (a.is_unsigned || b.is_unsigned) {
        uint64_t x = (uint64_t)a.number, y = (uint64_t)b.number;
        return value_of_bits(op == '/' ? x / y : x % y, true);
    }
    if (b.number == -1) { /* the smallest number has no other side: it wraps */
        return op == '/' ? value_of_bits(0 - (uint64_t)a.number, false) : value_of(0);
    }
    return value_of(op == '/' ? a.number / b.number : a.number % b.number);
}

/* The type is that of A alone. */
static struct value
shifted(struct value a, char op, struct value b)
{
    if (b.number < 0 || b.number >= BITS) {
        return unknown; /* undefined: compilers differ */
    }
    uint64_t bits = (uint64_t)a.number;
    unsigned n = (unsigned)b.number;
    if (op == '<') {
        return value_of_bits(bits << n, a.is_unsigned);
    }
    uint64_t sign = !a.is_unsigned && a.number < 0 && n != 0 ? ~(UINT64_MAX >> n) : 0;
    return value_of_bits(bits >> n | sign, a.is_unsigned);
}

/* && and ||: one side may be enough. */
static struct value
decided(struct value a, bool deciding, struct value b)
{
    if (deciding ? value_is_true(a) || value_is_true(b)
                 : value_is_false(a) || value_is_false(b))
    {
        return value_of(deciding);
    }
    bool is_other = deciding ? value_is_false(a) && value_is_false(b)
                             : value_is_true(a) && value_is_true(b);
    return is_other ? value_of(!deciding) : unknown;
}

/* A, of which only the least is known, compared with B: what holds for all from there on. */
static struct value
compared_from(struct value a, const char *op, struct value b)
{
    if (!b.is_known || (!b.is_unsigned && b.number < 0)) {
        return unknown;
    }
    bool is_above = is_below(b, a), is_at_least = !is_below(a, b);
    switch (op[0]) {
    case '<':
        return op[1] == '=' ? (is_above ? value_of(0) : unknown)
                            : (is_at_least ? value_of(0) : unknown);
    case '>':
        return op[1] == '=' ? (is_at_least ? value_of(1) : unknown)
                            : (is_above ? value_of(1) : unknown);
    default:
        return is_above ? value_of(op[0] == '!') : unknown;
    }
}

struct value
value_joined(struct value a, const char *op, struct value b)
{
    bool is_double = op[1] == op[0];
    if (is_double && (op[0] == '&' || op[0] == '|')) {
        return decided(a, op[0] == '|', b);
    }
    bool is_comparison = op[0] == '=' || op[0] == '!' || (strchr("<>", op[0]) && !is_double);
    if (a.is_least && is_comparison) {
        return compared_from(a, op, b);
    }
    if (b.is_least && is_comparison) {
        return compared_from(b,
                             op[0] == '<'   ? (op[1] == '=' ? ">=" : ">")
                             : op[0] == '>' ? (op[1] == '=' ? "<=" : "<")
                                            : op,
                             a);
    }
    if (!a.is_known || !b.is_known) {
        return unknown;
    }
    uint64_t x = (uint64_t)a.number, y = (uint64_t)b.number;
    bool is_unsigned = a.is_unsigned || b.is_unsigned;
    switch (op[0]) {
    case '=':
        return value_of(x == y);
    case '!':
        return value_of(x != y);
    case '<':
        return is_double      ? shifted(a, '<', b)
               : op[1] == '=' ? value_of(!is_below(b, a))
                              : value_of(is_below(a, b));
    case '>':
        return is_double      ? shifted(a, '>', b)
               : op[1] == '=' ? value_of(!is_below(a, b))
                              : value_of(is_below(b, a));
    case '+':
        return value_of_bits(x + y, is_unsigned);
    case '-':
        return value_of_bits(x - y, is_unsigned);
    case '*':
        return value_of_bits(x * y, is_unsigned);
    case '&':
        return value_of_bits(x & y, is_unsigned);
    case '|':
        return value_of_bits(x | y, is_unsigned);
    case '^':
        return value_of_bits(x ^ y, is_unsigned);
    case '/':
    case '%':
        return divided(a, op[0], b);
    default:
        return unknown;
    }
}

struct value
value_changed(char op, struct value a)
{
    if (op == '!' && value_is_true(a)) {
        return value_of(0);
    }
    if (!a.is_known) {
        return op == '+' ? a : unknown;
    }
    switch (op) {
    case '!':
        return value_of(a.number == 0);
    case '-':
        return value_of_bits(0 - (uint64_t)a.number, a.is_unsigned);
    case '~':
        return value_of_bits(~(uint64_t)a.number, a.is_unsigned);
    default:
        return a;
    }
}

struct value
value_chosen(struct value test, struct value a, struct value b)
{
    if (!value_is_true(test) && !value_is_false(test)) {
        return unknown;
    }
    struct value chosen = value_is_true(test) ? a : b;
    chosen.is_unsigned = a.is_unsigned || b.is_unsigned;
    return chosen.is_known ? chosen : unknown;
}
