#include "prove/thread_sanitizer.h"

#include <string.h>

#include "base/macros.h"
#include "cmocka_all.h"

static const char report[] =
    "some output\n"
    "==================\n"
    "WARNING: ThreadSanitizer: data race (pid=7)\n"
    "  Read of size 8 at 0x7b0800002410 by thread T2:\n"
    "    #0 bump /home/a b/spam.c:5 (spam.so+0x1204) (BuildId: 12ab)\n"
    "    #1 hit /home/a b/spam.c:9 (spam.so+0x1230) (BuildId: 12ab)\n"
    "    #2 cfunction_vectorcall_O <null> (python3.13t+0x12c2c3)\n"
    "\n"
    "  Previous atomic write of size 4 at 0x7b0800002410 by main thread:\n"
    "    #0 memcpy ../sanitizer_common/sanitizer_common_interceptors.inc:827 (libtsan.so.2+0x10)\n"
    "    #1 memcpy <null> (/usr/lib/libtsan.so.2+0x10)\n"
    "    #2 words_read <null> (insulate-probe.so+0x33)\n"
    "\n"
    "  Location is heap block of size 32 at 0x7b0800002400 allocated by main thread:\n"
    "    #0 malloc <null> (libtsan.so.2+0x20)\n"
    "\n"
    "  Thread T2 (tid=9, running) created by main thread at:\n"
    "    #0 pthread_create <null> (libtsan.so.2+0x30)\n"
    "\n"
    "SUMMARY: ThreadSanitizer: data race /home/a b/spam.c:5 in bump\n"
    "==================\n"
    "WARNING: ThreadSanitizer: data race (pid=7)\n"
    "  Write of size 1 at 0x7b0800002418 by thread T1:\n"
    "    #0 set <null> (other/spam.so+0x99)\n"; /* cut off */

static void
test_reports(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf errors = STRBUF_INIT;
    struct data_race race;
    assert_string_equal(thread_sanitizer_reports(arena, &errors), "");
    strbuf_format(&errors, "%s", "==\nWARNING: ThreadSanitizer: signal-unsafe call\n");
    assert_string_equal(thread_sanitizer_reports(arena, &errors), "");
    strbuf_format(&errors, "%s", report);
    const char *text = thread_sanitizer_reports(arena, &errors);
    assert_true(thread_sanitizer_next(arena, &text, &race));
    assert_string_equal(race.accesses[0].what, "read of size 8");
    assert_int_equal(race.accesses[0].n_frames, 3);
    assert_string_equal(race.accesses[0].frames[0].text,
                        "bump /home/a b/spam.c:5 (spam.so+0x1204)");
    assert_int_equal(race.accesses[0].frames[1].offset, 0x1230);
    assert_string_equal(race.accesses[1].what, "previous atomic write of size 4");
    assert_int_equal(race.accesses[1].n_frames, 1);
    assert_string_equal(race.accesses[1].frames[0].text,
                        "words_read <null> (insulate-probe.so+0x33)");
    assert_true(thread_sanitizer_next(arena, &text, &race));
    assert_int_equal(race.accesses[0].n_frames, 1);
    assert_null(race.accesses[1].what);
    assert_false(thread_sanitizer_next(arena, &text, &race));
    assert_false(thread_sanitizer_next(arena, &text, &race));
}

static void
test_library_of_a_frame(void **state)
{
    (void)state;
    struct data_race_frame frame = {.text = "f a.c:1 (spam.so+0x12)"};
    assert_true(data_race_frame_is_in(&frame, "/usr/lib/spam.so"));
    assert_false(data_race_frame_is_in(&frame, "/usr/lib/am.so"));
    assert_false(data_race_frame_is_in(&frame, "/usr/lib/long-spam.so"));
    frame.text = "f a.c:1 (/usr/lib/spam.so+0x12)";
    assert_true(data_race_frame_is_in(&frame, "/usr/lib/spam.so"));
    frame.text = "f a.c:1";
    assert_false(data_race_frame_is_in(&frame, "/usr/lib/spam.so"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_library_of_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
