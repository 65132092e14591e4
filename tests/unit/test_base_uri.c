#include "cmocka_all.h"

#include <string.h>

#include "base/uri.h"

static void
expect_path(const char *uri, const char *path)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *found = uri_path(arena, uri);
    if (path == NULL) {
        assert_null(found);
        return;
    }
    assert_non_null(found);
    assert_string_equal(found, path);
}

static void
paths_of_uris(void **state)
{
    (void)state;
    expect_path("file:///a/b.c", "/a/b.c");
    expect_path("FILE://localhost/a%20b/%c3%A9.c", "/a b/\xc3\xa9.c");
    expect_path("file:///a.c?x#y", "/a.c");
    expect_path("file://elsewhere/a.c", NULL);
    expect_path("file:a.c", NULL);
    expect_path("untitled:Untitled-1", NULL);
    expect_path("file:///a%00b.c", NULL);
    expect_path("file:///a%2", NULL);
    expect_path("file:///a%zz", NULL);
    expect_path("file://", NULL);
    expect_path("", NULL);
}

static void
uris_of_paths(void **state)
{
    (void)state;
    static const char *const paths[] = {"/", "/a b/\xc3\xa9%#?.c", "/x/\xff.c"};
    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        CLEANUP(strbuf_done) struct strbuf uri = STRBUF_INIT;
        uri_add(&uri, paths[i]);
        expect_path(uri.text, paths[i]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(paths_of_uris),
                                       cmocka_unit_test(uris_of_paths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
