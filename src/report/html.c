/* --format html: one page, for a browser, that loads nothing and runs nothing. */
#include "report/report.h"

#include <string.h>

#include "report/frame.h"
#include "report/html_modules.h"
#include "report/html_plan.h"
#include "report/html_text.h"
#include "report/statistics.h"

static const char *const level_words[][2] = {
    [LEVEL_NOTE] = {"note", "notes"},
    [LEVEL_WARNING] = {"warning", "warnings"},
    [LEVEL_ERROR] = {"error", "errors"},
};

static enum html_tone
tone_of_level(enum level level)
{
    static const enum html_tone tones[] = {
        [LEVEL_NOTE] = TONE_NONE, [LEVEL_WARNING] = TONE_FAIR, [LEVEL_ERROR] = TONE_BAD};
    return tones[level];
}

static size_t
count_level(const struct findings *findings, enum level level)
{
    size_t n = findings_count(findings, level);
    return level == LEVEL_ERROR ? n : n - findings_count(findings, level + 1);
}

/* --- head -------------------------------------------------------------------------------- */

/* Boxes that are not ticked hide what has their class: no script is needed. */
static void
add_filter_rules(struct strbuf *out, const struct rule_count *counts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        strbuf_format(out, "body:has(#show-%s:not(:checked)) .of-%s { display: none; }\n",
                      counts[i].rule, counts[i].rule);
    }
}

static void
add_head(struct strbuf *out, const struct report *report,
         const struct rule_count *counts, size_t n_counts)
{
    strbuf_format(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" "
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<title>insulate %s</title>\n<style>\n",
        report->command);
    strbuf_add_string(out, html_style);
    add_filter_rules(out, counts, n_counts);
    strbuf_add_string(out, "</style>\n</head>\n<body>\n<header>\n");
    strbuf_format(out,
                  "<h1>insulate %s%s</h1>\n<p class=\"dim\">insulate " INSULATE_VERSION
                  "</p>\n<ul class=\"chips\">\n",
                  report->command, report->plan != NULL ? " --plan" : "");
    for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--) {
        size_t n = count_level(report->findings, (enum level)level);
        CLEANUP(strbuf_done) struct strbuf words = STRBUF_INIT;
        strbuf_format(&words, "%zu %s", n, level_words[level][n != 1]);
        strbuf_add_string(out, "<li>");
        html_add_mark(out, n != 0 ? tone_of_level((enum level)level) : TONE_NONE,
                      words.text);
        strbuf_add_string(out, "</li>\n");
    }
    strbuf_add_string(out, "</ul>\n</header>\n<main>\n");
}

/* --- findings ------------------------------------------------------------------------------ */

static void
add_filter(struct strbuf *out, const struct rule_count *counts, size_t n)
{
    if (n < 2) {
        return;
    }
    strbuf_add_string(out, "<fieldset><legend>Shown rules</legend>\n"
                           "<ul class=\"chips filter\">\n");
    for (size_t i = 0; i < n; i++) {
        strbuf_format(out,
                      "<li><label><input type=\"checkbox\" id=\"show-%s\" checked> %s "
                      "(%zu)</label></li>\n",
                      counts[i].rule, counts[i].rule, counts[i].n);
    }
    strbuf_add_string(out, "</ul></fieldset>\n");
}

static void
add_finding(struct strbuf *out, const struct finding *finding, size_t number)
{
    const char *subject = finding->path ? finding->path : finding->module;
    CLEANUP(strbuf_done) struct strbuf place = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf frame = STRBUF_INIT;
    strbuf_add_string(&place, subject != NULL ? subject : "insulate");
    if (finding->line != 0) {
        strbuf_format(&place, ":%u", finding->line);
    }
    else if (finding->place != NULL || finding->symbol != NULL) {
        strbuf_format(&place, ":%s", finding->place ? finding->place : finding->symbol);
    }
    strbuf_format(out, "<article class=\"of-%s\" id=\"finding-%zu\">\n<p>", finding->rule,
                  number);
    html_add_mark(out, tone_of_level(finding->level), level_name(finding->level));
    strbuf_add_char(out, ' ');
    html_add_code(out, place.text);
    if (rule_page(finding->rule) != NULL) {
        strbuf_format(out, " <a href=\"#rule-%s\">%s</a>", finding->rule, finding->rule);
    }
    if (finding->scenario != NULL) {
        strbuf_add_string(out, " in ");
        html_add(out, finding->scenario);
    }
    strbuf_add_string(out, "</p>\n<p>");
    html_add(out, finding->message);
    strbuf_add_string(out, "</p>\n");
    frame_print(finding, false, &frame);
    if (frame.size > 0) {
        html_add_lines(out, frame.text);
    }
    if (finding->readable != NULL) {
        strbuf_add_string(out, "<p>");
        html_add_code(out, finding->readable);
        strbuf_add_string(out, "</p>\n");
    }
    if (finding->n_evidence > 0) {
        strbuf_add_string(out, "<ul>\n");
        for (size_t i = 0; i < finding->n_evidence; i++) {
            strbuf_add_string(out, "<li>");
            html_add(out, finding->evidence[i]);
            strbuf_add_string(out, "</li>\n");
        }
        strbuf_add_string(out, "</ul>\n");
    }
    strbuf_add_string(out, "</article>\n");
}

static void
add_findings(struct strbuf *out, const struct findings *findings,
             const struct rule_count *counts, size_t n_counts)
{
    strbuf_add_string(out, "<h2>Findings</h2>\n");
    if (findings->n_items == 0) {
        strbuf_add_string(out, "<p>None.</p>\n");
    }
    add_filter(out, counts, n_counts);
    for (size_t i = 0; i < findings->n_items; i++) {
        add_finding(out, &findings->items[i], i + 1);
    }
}

/* The pages of the rules that were found. */
static void
add_pages(struct strbuf *out, const struct rule_count *counts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *page = rule_page(counts[i].rule);
        if (page == NULL) {
            continue;
        }
        strbuf_add_string(out, i == 0 ? "<h2>Rules</h2>\n" : "");
        strbuf_format(out, "<details id=\"rule-%s\"><summary>%s</summary>\n",
                      counts[i].rule, counts[i].rule);
        html_add_lines(out, page);
        strbuf_add_string(out, "</details>\n");
    }
}

static void
print(const struct report *report, struct strbuf *out)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    size_t n_counts;
    const struct rule_count *counts = statistics_of(arena, report->findings, &n_counts);
    add_head(out, report, counts, n_counts);
    html_add_matrix(out, report->modules);
    html_add_proofs(out, report->modules, report->findings);
    if (report->plan != NULL) {
        html_add_plan(out, report->plan);
    }
    add_findings(out, report->findings, counts, n_counts);
    if (report->diff != NULL && report->diff[0] != '\0') {
        strbuf_add_string(out, "<h2>Changes</h2>\n");
        html_add_diff(out, report->diff);
    }
    add_pages(out, counts, n_counts);
    strbuf_add_string(out, "</main>\n</body>\n</html>\n");
}

const struct reporter reporter_html = {"html", print};
