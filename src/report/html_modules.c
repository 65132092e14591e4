#include "report/html_modules.h"

#include <string.h>

#include "report/html_text.h"

/* --- the matrix ------------------------------------------------------------------------ */

/* Where a module, or all modules of a package, can be used; a greater one is better. */
enum answer { ANSWER_NO, ANSWER_ONCE, ANSWER_UNKNOWN, ANSWER_SHARED, ANSWER_OWN };

static enum answer
answer_of_support(enum support support)
{
    switch (support) {
    case SUPPORT_OWN_GIL:
        return ANSWER_OWN;
    case SUPPORT_SHARED_GIL:
    case SUPPORT_NONE:
        return ANSWER_SHARED;
    case SUPPORT_ONCE:
        return ANSWER_ONCE;
    case SUPPORT_NOTHING:
    case SUPPORT_SINGLE_PHASE:
        return ANSWER_NO;
    case SUPPORT_UNKNOWN:
        break;
    }
    return ANSWER_UNKNOWN;
}

/* What it declares, or less if less is supported. */
static enum answer
answer_of(const struct module_report *module)
{
    enum answer declared = answer_of_support(module->declares);
    enum answer supported = answer_of_support(module->supports);
    if (module->init == INIT_SINGLE || module->verdict == VERDICT_BROKEN) {
        return ANSWER_NO;
    }
    if (module->supports == SUPPORT_UNKNOWN) {
        return declared;
    }
    return supported < declared || module->declares == SUPPORT_UNKNOWN ? supported
                                                                       : declared;
}

static void
add_answer(struct strbuf *out, enum answer answer)
{
    static const struct {
        enum html_tone tone;
        const char *words;
    } shown[] = {
        [ANSWER_NO] = {TONE_BAD, "no"},
        [ANSWER_ONCE] = {TONE_BAD, "in one interpreter only"},
        [ANSWER_UNKNOWN] = {TONE_NONE, "unknown"},
        [ANSWER_SHARED] = {TONE_FAIR, "with a shared GIL"},
        [ANSWER_OWN] = {TONE_GOOD, "with a GIL each"},
    };
    html_add_mark(out, shown[answer].tone, shown[answer].words);
}

/* Does it run without the GIL: its Py_mod_gil slot.  `prove` knows only one that is there. */
static enum html_tone
free_threaded(const struct module_report *module, const char **out_word)
{
    if (string_equal(module->gil, "not-used")) {
        *out_word = "yes";
        return TONE_GOOD;
    }
    bool is_known = module->gil != NULL || module->init == INIT_SINGLE
                    || (module->python == NULL && module->declares != SUPPORT_UNKNOWN);
    *out_word = is_known ? "enables the GIL" : "unknown";
    return is_known ? TONE_FAIR : TONE_NONE;
}

static const char *
name_of(const struct module_report *module)
{
    return module->module != NULL ? module->module
           : module->path != NULL ? module->path
                                  : "?";
}

/* The length of the package's name in a module's. */
static size_t
package_size(const struct module_report *module)
{
    const char *name = name_of(module);
    return module->module != NULL ? strcspn(name, ".") : strlen(name);
}

static bool
is_of_package(const struct module_report *module, const struct module_report *first)
{
    size_t size = package_size(first);
    return package_size(module) == size
           && strncmp(name_of(module), name_of(first), size) == 0;
}

static bool
is_first_of_package(const struct module_reports *modules, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (is_of_package(&modules->items[k], &modules->items[i])) {
            return false;
        }
    }
    return true;
}

static void
add_support(struct strbuf *out, enum support support)
{
    const char *name = support_name(support);
    strbuf_format(out, "<td>%s</td>", name != NULL ? name : "?");
}

static const char *
answer_words(enum answer answer)
{
    static const char *const words[] = {
        [ANSWER_NO] = "cannot be used in sub-interpreters",
        [ANSWER_ONCE] = "can be used in one interpreter only",
        [ANSWER_UNKNOWN] = "unknown",
        [ANSWER_SHARED] = "can be used in sub-interpreters that share the GIL",
        [ANSWER_OWN] = "can be used in sub-interpreters with a GIL each",
    };
    return words[answer];
}

static void
add_module_row(struct strbuf *out, const struct module_report *module)
{
    const char *word;
    strbuf_add_string(out, "<tr class=\"module\"><th scope=\"row\">");
    html_add_code(out, name_of(module));
    strbuf_add_string(out, "</th><td>");
    add_answer(out, answer_of(module));
    strbuf_add_string(out, "</td>");
    add_support(out, module->declares);
    add_support(out, module->supports);
    strbuf_format(out, "<td>%s</td><td>",
                  module->init == INIT_UNKNOWN  ? "?"
                  : module->init == INIT_SINGLE ? "yes"
                                                : "no");
    enum html_tone tone = free_threaded(module, &word);
    html_add_mark(out, tone, word);
    strbuf_format(out, "</td><td class=\"long\">%s", verdict_name(module->verdict));
    if (module->threads == THREADS_VERDICT_SAFE
        || module->threads == THREADS_VERDICT_UNSAFE)
    {
        strbuf_format(out, "<br>threads: %s", threads_verdict_name(module->threads));
    }
    if (module->reason != NULL) {
        strbuf_add_string(out, "<br><span class=\"dim\">");
        html_add(out, module->reason);
        strbuf_add_string(out, "</span>");
    }
    strbuf_add_string(out, "</td></tr>\n");
}

struct package {
    enum answer answer;
    size_t n_modules, n_single, n_free;
};

/* The package as a whole is as good as the worst of its modules. */
static struct package
package_of(const struct module_reports *modules, size_t first)
{
    struct package package = {.answer = ANSWER_OWN};
    for (size_t i = first; i < modules->n_items; i++) {
        const struct module_report *module = &modules->items[i];
        const char *word;
        if (!is_of_package(module, &modules->items[first])) {
            continue;
        }
        package.n_modules++;
        package.n_single += module->init == INIT_SINGLE;
        package.n_free += free_threaded(module, &word) == TONE_GOOD;
        if (answer_of(module) < package.answer) {
            package.answer = answer_of(module);
        }
    }
    return package;
}

/* How many packages have which answer. */
static void
add_answers(struct strbuf *out, const struct module_reports *modules)
{
    size_t counts[ANSWER_OWN + 1] = {0}, n = 0, n_free = 0;
    for (size_t i = 0; i < modules->n_items; i++) {
        if (is_first_of_package(modules, i)) {
            struct package package = package_of(modules, i);
            counts[package.answer]++;
            n++;
            n_free += package.n_free == package.n_modules;
        }
    }
    strbuf_format(out, "<p>Of %zu package%s:</p>\n<ul>\n", n, n == 1 ? "" : "s");
    for (int answer = ANSWER_OWN; answer >= ANSWER_NO; answer--) {
        if (counts[answer] != 0) {
            strbuf_format(out, "<li>%zu %s</li>\n", counts[answer],
                          answer_words((enum answer)answer));
        }
    }
    strbuf_format(out, "<li>%zu run%s without the GIL on a free-threaded build</li>\n</ul>\n",
                  n_free, n_free == 1 ? "s" : "");
}

static void
add_package_row(struct strbuf *out, const struct module_reports *modules, size_t first)
{
    struct package package = package_of(modules, first);
    size_t n = package.n_modules;
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    strbuf_add(&name, name_of(&modules->items[first]),
               package_size(&modules->items[first]));
    strbuf_add_string(out, "<tr><th scope=\"row\">");
    html_add(out, name.text);
    strbuf_add_string(out, "</th><td>");
    add_answer(out, package.answer);
    strbuf_format(out,
                  "</td><td colspan=\"2\">%zu module%s</td><td>%zu of %zu</td>"
                  "<td>%zu of %zu</td><td></td></tr>\n",
                  n, n == 1 ? "" : "s", package.n_single, n, package.n_free, n);
}

void
html_add_matrix(struct strbuf *out, const struct module_reports *modules)
{
    if (modules->n_items == 0) {
        return;
    }
    strbuf_add_string(out, "<h2 id=\"modules\">Modules</h2>\n");
    add_answers(out, modules);
    strbuf_add_string(
        out, "<p class=\"dim\">A package is as good as the worst of its modules.</p>\n"
             "<div class=\"wide\" tabindex=\"0\" "
             "role=\"region\" aria-labelledby=\"modules\"><table>\n"
             "<thead><tr><th scope=\"col\">package, module</th>"
             "<th scope=\"col\">in sub-interpreters</th><th scope=\"col\">declares</th>"
             "<th scope=\"col\">supports</th><th scope=\"col\">single-phase</th>"
             "<th scope=\"col\">free-threaded</th><th scope=\"col\">verdict</th></tr>"
             "</thead>\n<tbody>\n");
    for (size_t i = 0; i < modules->n_items; i++) {
        if (!is_first_of_package(modules, i)) {
            continue;
        }
        add_package_row(out, modules, i);
        for (size_t k = i; k < modules->n_items; k++) {
            if (is_of_package(&modules->items[k], &modules->items[i])) {
                add_module_row(out, &modules->items[k]);
            }
        }
    }
    strbuf_add_string(out, "</tbody></table></div>\n");
}

/* --- proofs ---------------------------------------------------------------------------- */

static void
add_share(struct strbuf *out, const char *what, unsigned n, unsigned n_all)
{
    if (n_all == 0) {
        return;
    }
    strbuf_format(out,
                  "<p><meter min=\"0\" max=\"%u\" value=\"%u\" aria-hidden=\"true\">"
                  "</meter> %u of %u %s</p>\n",
                  n_all, n, n, n_all, what);
}

static void
add_coverage(struct strbuf *out, const struct coverage *coverage)
{
    if (!coverage->is_known) {
        return;
    }
    add_share(out, "types instantiated", coverage->instantiated, coverage->types);
    add_share(out, "functions called", coverage->called, coverage->functions);
    if (coverage->types == 0 && coverage->functions == 0) {
        strbuf_add_string(out, "<p>It has no types and no functions.</p>\n");
    }
    if (coverage->n_unused == 0) {
        return;
    }
    strbuf_format(out, "<details><summary>%zu not used</summary><ul>\n",
                  coverage->n_unused);
    for (size_t i = 0; i < coverage->n_unused; i++) {
        const struct unused *unused = &coverage->unused[i];
        strbuf_add_string(out, "<li>");
        html_add(out, unused->kind);
        strbuf_add_char(out, ' ');
        html_add_code(out, unused->name);
        strbuf_add_string(out, ": ");
        html_add(out, unused->reason);
        strbuf_add_string(out, "</li>\n");
    }
    strbuf_add_string(out, "</ul></details>\n");
}

static enum html_tone
tone_of_outcome(enum outcome outcome)
{
    return outcome == OUTCOME_PASS      ? TONE_GOOD
           : outcome == OUTCOME_SKIP    ? TONE_NONE
           : outcome == OUTCOME_REFUSED ? TONE_FAIR
                                        : TONE_BAD;
}

/* What was seen in SCENARIO of MODULE. */
static void
add_evidence(struct strbuf *out, const struct findings *findings,
             const struct module_report *module, const struct scenario_result *scenario)
{
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        if (!string_equal(finding->module, name_of(module))
            || !string_equal(finding->scenario, scenario->name))
        {
            continue;
        }
        strbuf_format(out, "<p><a href=\"#finding-%zu\">%s</a>", i + 1, finding->rule);
        if (!string_equal(finding->message, scenario->reason)) {
            strbuf_add_string(out, ": ");
            html_add(out, finding->message);
        }
        strbuf_add_string(out, "</p>\n");
        if (finding->n_evidence > 0) {
            strbuf_add_string(out, "<ul>\n");
            for (size_t k = 0; k < finding->n_evidence; k++) {
                strbuf_add_string(out, "<li>");
                html_add(out, finding->evidence[k]);
                strbuf_add_string(out, "</li>\n");
            }
            strbuf_add_string(out, "</ul>\n");
        }
    }
}

static void
add_scenarios(struct strbuf *out, const struct module_report *module,
              const struct findings *findings)
{
    strbuf_add_string(out,
                      "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">scenario</th>"
                      "<th scope=\"col\">outcome</th><th scope=\"col\">seconds</th>"
                      "<th scope=\"col\">reason and evidence</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < module->n_scenarios; i++) {
        const struct scenario_result *scenario = &module->scenarios[i];
        strbuf_add_string(out, "<tr><th scope=\"row\">");
        html_add(out, scenario->name);
        strbuf_add_string(out, "</th><td>");
        html_add_mark(out, tone_of_outcome(scenario->outcome),
                      outcome_name(scenario->outcome));
        strbuf_format(out, "</td><td>%.2f</td><td class=\"long\">", scenario->seconds);
        html_add(out, scenario->reason != NULL ? scenario->reason : "");
        add_evidence(out, findings, module, scenario);
        strbuf_add_string(out, "</td></tr>\n");
    }
    strbuf_add_string(out, "</tbody></table></div>\n");
}

static enum html_tone
tone_of_verdict(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_ISOLATED:
        return TONE_GOOD;
    case VERDICT_REFUSES:
    case VERDICT_UNPROVED:
        return TONE_FAIR;
    case VERDICT_NOT_ISOLATED:
    case VERDICT_BROKEN:
        break;
    }
    return TONE_BAD;
}

void
html_add_proofs(struct strbuf *out, const struct module_reports *modules,
                const struct findings *findings)
{
    bool is_first = true;
    for (size_t i = 0; i < modules->n_items; i++) {
        const struct module_report *module = &modules->items[i];
        if (module->n_scenarios == 0) {
            continue;
        }
        strbuf_add_string(out, is_first ? "<h2>What was shown</h2>\n" : "");
        is_first = false;
        bool is_open = module->verdict != VERDICT_ISOLATED || modules->n_items == 1;
        strbuf_format(out, "<details%s><summary>", is_open ? " open" : "");
        html_add_code(out, name_of(module));
        strbuf_add_char(out, ' ');
        html_add_mark(out, tone_of_verdict(module->verdict),
                      verdict_name(module->verdict));
        if (module->python != NULL) {
            strbuf_add_string(out, " on CPython ");
            html_add(out, module->python);
        }
        strbuf_add_string(out, "</summary>\n");
        add_coverage(out, &module->coverage);
        add_scenarios(out, module, findings);
        strbuf_add_string(out, "</details>\n");
    }
}
