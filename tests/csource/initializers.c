/* Positional, designated, elided, nested, from macros, with directives inside. */
typedef int (*function)(int);

struct inner {
    int a, b;
};
typedef struct _outer {
    const char *name;
    struct inner inner;
    function call;
    int numbers[3];
    union {
        int whole;
        float part;
    };
    struct inner *pointer;
} Outer;

#define NULL ((void *)0)
#define HEAD(n) {n, 0},
#define SHARED .name = "shared", .call = 0,
#define NAME "macro"

static int twice(int x);
static struct inner target = {1, 2};
static Outer positional = {"p", {1, 2}, twice, {3, 4, 5}, {6}, &target};
static Outer elided = {"e", 1, 2, twice, 3, 4, 5, 6, &target};
static Outer designated = {
    .name = NAME, .inner.b = 7, .numbers[1] = 8, 9, .whole = 10, .pointer = NULL,
};
static Outer from_macro = {SHARED .inner = HEAD(3) .pointer = &(struct inner){.b = 4}};
static Outer table[] = {
    {"first", {1}, (function)twice},
    [2] = {.name = "third"},
    {0},
};
static int flags = 1 << 3
#ifdef MORE
                   | 2
#endif
    ;
static struct {
    int flags;
} with_directive = {
    .flags = 4
#ifndef LESS
             | 1
#endif
    ,
};
static char text[] = "abc", letters[2][4] = {"x", "y"};

static int
twice(int x)
{
    static function cached = twice;
    return cached ? x * 2 : positional.inner.a + elided.inner.a + designated.inner.a
                                + from_macro.inner.a + table[0].inner.a + flags
                                + with_directive.flags + text[0] + letters[0][0];
}
