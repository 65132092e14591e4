#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "csource/lexer.h"
#include "model/tokens.h"

/* The tokens of TEXT as "kind:text" words; a directive's number behind '#'. */
static char *
tokens_of(struct arena *arena, const char *text, size_t size)
{
    static const char letters[] = "insc.k"; /* identifier number string … */
    struct source_file file = {0};
    lex(arena, &file, arena_copy(arena, text, size), (uint32_t)size);
    CLEANUP(strbuf_done) struct strbuf shown = STRBUF_INIT;
    for (size_t i = 0; i < file.n_tokens; i++) {
        const struct token *token = &file.tokens[i];
        assert_true(token->begin < token->end && token->end <= size);
        strbuf_format(&shown, "%s%c:%.*s", i ? " " : "", letters[token->kind],
                      (int)(token->end - token->begin), file.text + token->begin);
        if (token->directive != 0) {
            strbuf_format(&shown, "#%u", token->directive);
        }
    }
    return arena_copy(arena, shown.text, shown.size);
}

static void
check_tokens(const char *text, const char *expected)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    assert_string_equal(tokens_of(arena, text, strlen(text)), expected);
}

static void
lex__takes_the_longest_punctuator(void **state)
{
    (void)state;
    check_tokens("a<<=b->c+++d...", "i:a .:<<= i:b .:-> i:c .:++ .:+ i:d .:...");
}

static void
lex__keeps_literals_whole(void **state)
{
    (void)state;
    check_tokens("\"a\\\"b\" '\\'' L\"w\" u8\"x\" u'c'",
                 "s:\"a\\\"b\" c:'\\'' s:L\"w\" s:u8\"x\" c:u'c'");
    check_tokens("1.5e-3f 0x1p+4 .5 1u", "n:1.5e-3f n:0x1p+4 n:.5 n:1u");
    check_tokens("R\"x(a)\"b)x\" LR", "s:R\"x(a)\"b)x\" i:LR");
}

static void
lex__numbers_directives_and_follows_continued_lines(void **state)
{
    (void)state;
    check_tokens("a\n#define F(x) \\\n  x\nb # c\n  #if 1\n#endif",
                 "i:a .:##1 i:define#1 i:F#1 .:(#1 i:x#1 .:)#1 i:x#1 i:b .:# i:c "
                 ".:##2 i:if#2 n:1#2 .:##3 i:endif#3");
    check_tokens("#x \\\r\ny\r\nz", ".:##1 i:x#1 i:y#1 i:z");
}

static void
lex__keeps_comments_as_tokens(void **state)
{
    (void)state;
    check_tokens("/* a\n */b// c \\\nd\ne", "k:/* a\n */ i:b k:// c \\\nd i:e");
    check_tokens("/**/ # x", "k:/**/ .:##1 i:x#1");
}

static void
lex__ends_what_is_never_closed(void **state)
{
    (void)state;
    check_tokens("\"open\nnext", "s:\"open i:next");
    check_tokens("/* open", "k:/* open");
    check_tokens("R\"x(open", "s:R\"x(open");
    check_tokens("'\\", "c:'\\");
    check_tokens("", "");
    check_tokens("\\", ".:\\");
}

static void
lex__accepts_any_bytes(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    char bytes[512];
    uint32_t seed = 1;
    for (int round = 0; round < 400; round++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 1664525u + 1013904223u;
            /* Half of them from what the lexer looks at. */
            bytes[i] = seed & 0x80000000u ? "\\\n\r\"'/*#R(). x1"[(seed >> 16) % 15]
                                          : (char)(seed >> 16);
        }
        tokens_of(arena, bytes, sizeof bytes); /* asserts on each token */
    }
}

static void
lex__finds_lines(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct source_file file = {0};
    lex(arena, &file, "a\n\nb\n", 5);
    assert_int_equal(file.n_lines, 4);
    assert_int_equal(source_line(&file, 3), 3);
    assert_int_equal(source_column(&file, 3), 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lex__takes_the_longest_punctuator),
        cmocka_unit_test(lex__keeps_literals_whole),
        cmocka_unit_test(lex__numbers_directives_and_follows_continued_lines),
        cmocka_unit_test(lex__keeps_comments_as_tokens),
        cmocka_unit_test(lex__ends_what_is_never_closed),
        cmocka_unit_test(lex__accepts_any_bytes),
        cmocka_unit_test(lex__finds_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
