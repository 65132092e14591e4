#include "binary/readable.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"

enum {
    DEPTH_LIMIT = 60,   /* of paths and types inside each other */
    SIZE_LIMIT = 2000,  /* bytes of a readable name: back references may repeat */
    SYMBOL_LIMIT = 8000 /* bytes of a symbol */
};

/* --- C++: the ABI of Itanium, by the C++ library --- */

typedef char *(*demangle_function)(const char *, char *, size_t *, int *);
static demangle_function demangle;
static pthread_once_t demangle_once = PTHREAD_ONCE_INIT;

static void
find_demangle(void)
{
    void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    void *found = library != NULL ? dlsym(library, "__cxa_demangle") : NULL;
    memcpy(&demangle, &found, sizeof demangle);
}

/* Rust's first scheme is C++'s, with a hash at the end: "::h" and sixteen digits. */
static size_t
size_without_hash(const char *name)
{
    size_t size = strlen(name);
    enum { HASH = 19 };
    if (size <= HASH || strncmp(name + size - HASH, "::h", 3) != 0
        || strspn(name + size - HASH + 3, "0123456789abcdef") != HASH - 3)
    {
        return size;
    }
    return size - HASH;
}

/* What the first scheme writes for characters that a C name cannot have. */
static const struct {
    const char *written, *meant;
} escapes[] = {
    {"$LT$", "<"},  {"$GT$", ">"},  {"$RF$", "&"},  {"$BP$", "*"},  {"$LP$", "("},
    {"$RP$", ")"},  {"$C$", ","},   {"$SP$", "@"},  {"$u20$", " "}, {"$u7b$", "{"},
    {"$u7d$", "}"}, {"$u5b$", "["}, {"$u5d$", "]"}, {"$u27$", "'"}, {"$u2b$", "+"},
    {"$u3b$", ";"}, {"..", "::"},
};

static void
add_unescaped(struct strbuf *out, const char *name, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t k = 0;
        while (k < ARRAY_LENGTH(escapes)
               && strncmp(name + i, escapes[k].written, strlen(escapes[k].written))
                      != 0)
        {
            k++;
        }
        if (k < ARRAY_LENGTH(escapes)) {
            strbuf_add_string(out, escapes[k].meant);
            i += strlen(escapes[k].written);
        }
        else {
            bool is_mark =
                name[i] == '_' && name[i + 1] == '$' && (i == 0 || name[i - 1] == ':');
            strbuf_add(out, name + i, is_mark ? 0 : 1); /* "_$LT$": a mark, no name */
            i++;
        }
    }
}

static const char *
read_cxx(struct arena *arena, const char *symbol)
{
    int status = 0;
    pthread_once(&demangle_once, find_demangle);
    char *name = demangle != NULL ? demangle(symbol, NULL, NULL, &status) : NULL;
    if (name == NULL) {
        return NULL;
    }
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t size = size_without_hash(name);
    if (size == strlen(name)) {
        strbuf_add(&out, name, size < SIZE_LIMIT ? size : SIZE_LIMIT);
    }
    else {
        add_unescaped(&out, name, size);
    }
    free(name);
    return arena_string(arena, out.text);
}

/* --- Rust's second scheme: RFC 2603 --- */

struct rust {
    const char *text; /* behind "_R" */
    size_t at;
    int depth;
    bool failed;
    bool is_quiet; /* what is read is not written */
    struct strbuf *out;
};

static void read_path(struct rust *rust);
static void read_type(struct rust *rust);

static void
fail(struct rust *rust)
{
    rust->failed = true;
}

static char
peek(const struct rust *rust)
{
    return rust->failed ? '\0' : rust->text[rust->at];
}

static bool
take(struct rust *rust, char wanted)
{
    if (peek(rust) != wanted || wanted == '\0') {
        return false;
    }
    rust->at++;
    return true;
}

static char
next(struct rust *rust)
{
    char c = peek(rust);
    if (c == '\0') {
        fail(rust);
        return '\0';
    }
    rust->at++;
    return c;
}

static void
write_text(struct rust *rust, const char *text, size_t size)
{
    if (rust->out->size + size > SIZE_LIMIT) {
        fail(rust);
    }
    if (!rust->failed && !rust->is_quiet) {
        strbuf_add(rust->out, text, size);
    }
}

static void
write_string(struct rust *rust, const char *text)
{
    write_text(rust, text, strlen(text));
}

/* Digits of base 62 and "_": "_" is 0, "0_" is 1. */
static uint64_t
read_number(struct rust *rust)
{
    uint64_t value = 0;
    if (take(rust, '_')) {
        return 0;
    }
    while (!rust->failed && !take(rust, '_')) {
        char c = next(rust);
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A') + 36
                                                : 62;
        if (digit == 62 || value > (UINT64_MAX - digit) / 62) {
            fail(rust);
            return 0;
        }
        value = value * 62 + digit;
    }
    return value + 1;
}

static void
read_disambiguator(struct rust *rust)
{
    if (take(rust, 's')) {
        (void)read_number(rust);
    }
}

/* Length and bytes; letters outside ASCII stay in their encoded form. */
static void
read_identifier(struct rust *rust)
{
    size_t size = 0;
    (void)take(rust, 'u');
    if (peek(rust) < '0' || peek(rust) > '9') {
        fail(rust);
    }
    /* A number does not begin with 0: another one follows an empty name. */
    bool is_empty = take(rust, '0');
    while (!is_empty && peek(rust) >= '0' && peek(rust) <= '9' && size < SYMBOL_LIMIT) {
        size = size * 10 + (size_t)(next(rust) - '0');
    }
    (void)take(rust, '_');
    if (rust->failed || size > strlen(rust->text + rust->at)) {
        fail(rust);
        return;
    }
    write_text(rust, rust->text + rust->at, size);
    rust->at += size;
}

/* What stands at an earlier place, once more. */
static void
read_back(struct rust *rust, void (*read)(struct rust *))
{
    size_t begin = rust->at - 1;
    uint64_t target = read_number(rust);
    size_t behind = rust->at;
    if (rust->failed || target >= begin || rust->is_quiet) {
        rust->failed = rust->failed || target >= begin;
        return;
    }
    rust->at = (size_t)target;
    read(rust);
    rust->at = behind;
}

/* The place of an impl block says little: its type is what readers know. */
static void
skip_impl_path(struct rust *rust)
{
    bool was_quiet = rust->is_quiet;
    rust->is_quiet = true;
    read_disambiguator(rust);
    read_path(rust);
    rust->is_quiet = was_quiet;
}

static void
read_constant(struct rust *rust)
{
    if (take(rust, 'p')) {
        write_string(rust, "_");
        return;
    }
    if (take(rust, 'B')) {
        read_back(rust, read_constant);
        return;
    }
    (void)next(rust); /* the type of the number */
    write_string(rust, take(rust, 'n') ? "-0x" : "0x");
    size_t begin = rust->at;
    while (!rust->failed && peek(rust) != '_') {
        (void)next(rust);
    }
    if (!rust->failed) {
        write_text(rust, rust->text + begin, rust->at - begin);
    }
    (void)take(rust, '_');
}

static void
read_argument(struct rust *rust)
{
    if (take(rust, 'L')) {
        (void)read_number(rust);
        write_string(rust, "'_");
    }
    else if (take(rust, 'K')) {
        read_constant(rust);
    }
    else {
        read_type(rust);
    }
}

/* Elements up to an 'E', with commas. */
static void
read_list(struct rust *rust, void (*read)(struct rust *))
{
    for (int i = 0; !rust->failed && !take(rust, 'E'); i++) {
        write_string(rust, i > 0 ? ", " : "");
        read(rust);
    }
}

/* A space in capitals is the compiler's: closures, shims.  Their names may be empty. */
static void
read_nested(struct rust *rust)
{
    char space = next(rust);
    bool is_special = space >= 'A' && space <= 'Z';
    read_path(rust);
    write_string(rust, !is_special ? "::" : space == 'C' ? "::{closure" : "::{shim");
    read_disambiguator(rust);
    write_string(rust, is_special && peek(rust) != '0' ? ":" : "");
    read_identifier(rust);
    write_string(rust, is_special ? "}" : "");
}

static void
read_path(struct rust *rust)
{
    if (++rust->depth > DEPTH_LIMIT) {
        fail(rust);
    }
    switch (next(rust)) {
    case 'C':
        read_disambiguator(rust);
        read_identifier(rust);
        break;
    case 'M':
        skip_impl_path(rust);
        write_string(rust, "<");
        read_type(rust);
        write_string(rust, ">");
        break;
    case 'X':
        skip_impl_path(rust);
        /* fall through */
    case 'Y':
        write_string(rust, "<");
        read_type(rust);
        write_string(rust, " as ");
        read_path(rust);
        write_string(rust, ">");
        break;
    case 'N':
        read_nested(rust);
        break;
    case 'I':
        read_path(rust);
        write_string(rust, "<");
        read_list(rust, read_argument);
        write_string(rust, ">");
        break;
    case 'B':
        read_back(rust, read_path);
        break;
    default:
        fail(rust);
    }
    rust->depth--;
}

static const char *
basic_type(char c)
{
    static const char *const names[] = {
        ['a'] = "i8",  ['b'] = "bool", ['c'] = "char",  ['d'] = "f64",   ['e'] = "str",
        ['f'] = "f32", ['h'] = "u8",   ['i'] = "isize", ['j'] = "usize", ['l'] = "i32",
        ['m'] = "u32", ['n'] = "i128", ['o'] = "u128",  ['p'] = "_",     ['s'] = "i16",
        ['t'] = "u16", ['u'] = "()",   ['v'] = "...",   ['x'] = "i64",   ['y'] = "u64",
        ['z'] = "!",
    };
    return (size_t)(unsigned char)c < ARRAY_LENGTH(names) ? names[(unsigned char)c]
                                                          : NULL;
}

static void
read_pointer(struct rust *rust, const char *sign)
{
    write_string(rust, sign);
    if (take(rust, 'L')) {
        (void)read_number(rust);
    }
    read_type(rust);
}

static void
read_array(struct rust *rust, bool has_size)
{
    write_string(rust, "[");
    read_type(rust);
    if (has_size) {
        write_string(rust, "; ");
        read_constant(rust);
    }
    write_string(rust, "]");
}

/* "for<'a>" is left out, as other lifetimes are. */
static void
read_binder(struct rust *rust)
{
    if (take(rust, 'G')) {
        (void)read_number(rust);
    }
}

/* A convention of calls is written with '_' for '-'. */
static void
read_convention(struct rust *rust)
{
    write_string(rust, "extern \"");
    if (take(rust, 'C')) {
        write_string(rust, "C");
    }
    else {
        size_t begin = rust->out->size;
        read_identifier(rust);
        for (size_t i = begin; i < rust->out->size; i++) {
            rust->out->text[i] = rust->out->text[i] == '_' ? '-' : rust->out->text[i];
        }
    }
    write_string(rust, "\" ");
}

static void
read_function(struct rust *rust)
{
    read_binder(rust);
    write_string(rust, take(rust, 'U') ? "unsafe " : "");
    if (take(rust, 'K')) {
        read_convention(rust);
    }
    write_string(rust, "fn(");
    read_list(rust, read_type);
    write_string(rust, ")");
    if (!take(rust, 'u')) { /* no value */
        write_string(rust, " -> ");
        read_type(rust);
    }
}

/* A trait, and what its associated types are: "Iterator<Item = u8>".  They stand with the
 * trait's arguments, if it has any. */
static void
read_bound(struct rust *rust)
{
    struct strbuf *out = rust->out;
    bool is_open = false;
    read_path(rust);
    for (int i = 0; take(rust, 'p'); i++) {
        bool has_arguments =
            i == 0 && !rust->is_quiet && out->size > 0 && out->text[out->size - 1] == '>';
        if (has_arguments) {
            out->text[--out->size] = '\0';
        }
        write_string(rust, i > 0 || has_arguments ? ", " : "<");
        read_identifier(rust);
        write_string(rust, " = ");
        read_type(rust);
        is_open = true;
    }
    write_string(rust, is_open ? ">" : "");
}

static void
read_trait_object(struct rust *rust)
{
    write_string(rust, "dyn ");
    read_binder(rust);
    for (int i = 0; !rust->failed && !take(rust, 'E'); i++) {
        write_string(rust, i > 0 ? " + " : "");
        read_bound(rust);
    }
    if (!take(rust, 'L')) {
        fail(rust);
        return;
    }
    (void)read_number(rust);
}

static void
read_type(struct rust *rust)
{
    const char *basic = basic_type(peek(rust));
    if (basic != NULL) {
        rust->at++;
        write_string(rust, basic);
        return;
    }
    if (++rust->depth > DEPTH_LIMIT) {
        fail(rust);
    }
    switch (peek(rust)) {
    case 'A':
    case 'S':
        read_array(rust, next(rust) == 'A');
        break;
    case 'T':
        rust->at++;
        write_string(rust, "(");
        read_list(rust, read_type);
        write_string(rust, ")");
        break;
    case 'R':
    case 'Q':
        read_pointer(rust, next(rust) == 'R' ? "&" : "&mut ");
        break;
    case 'P':
    case 'O':
        read_pointer(rust, next(rust) == 'P' ? "*const " : "*mut ");
        break;
    case 'B':
        rust->at++;
        read_back(rust, read_type);
        break;
    case 'F':
        rust->at++;
        read_function(rust);
        break;
    case 'D':
        rust->at++;
        read_trait_object(rust);
        break;
    default:
        read_path(rust);
    }
    rust->depth--;
}

static const char *
read_rust(struct arena *arena, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct rust rust = {.text = text, .out = &out};
    read_path(&rust);
    /* Behind it the crate that made the instance, or what LLVM adds. */
    return rust.failed || out.size == 0 ? NULL : arena_string(arena, out.text);
}

const char *
symbol_readable(struct arena *arena, const char *symbol)
{
    if (symbol == NULL || strlen(symbol) > SYMBOL_LIMIT) {
        return NULL;
    }
    if (strncmp(symbol, "_R", 2) == 0) {
        return read_rust(arena, symbol + 2);
    }
    return strncmp(symbol, "_Z", 2) == 0 ? read_cxx(arena, symbol) : NULL;
}
