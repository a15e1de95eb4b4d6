/*
 * grades_column.c -- the rules of README.md, "Which column", in its order.
 *
 * A wrong guess must end in a refusal and never in the statistics of an id: a
 * column is taken by its name first, and ids are left out by name and by look.
 */
#include "grades_column.h"

#include <string.h>

static const char *const mark_words[] = {"mark",  "marks",  "score",  "scores",
                                         "total", "points", "result", "percentage",
                                         "grade", NULL};
static const char *const id_words[] = {
    "id",     "no",      "number",   "roll",    "rollno", "reg",       "regno",
    "serial", "sl",      "sr",       "sno",     "slno",   "srno",      "registration",
    "index",  "rank",    "year",     "age",     "phone",  "mobile",    "class",
    "date",   "section", "semester", "student", "code",   "studentid", "userid",
    "usn",    "name",    "#",        NULL};

static int in_list(slice word, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (same_word(word, *list)) {
            return 1;
        }
    }
    return 0;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* 1 if one of the words of a title such as "Total marks (100)" is in the list. */
static int title_has(slice title, const char *const *list)
{
    if (in_list(title, list)) {
        return 1;
    }
    size_t begin = 0;
    for (size_t i = 0; i <= title.length; i++) {
        if (i == title.length || !is_letter(title.text[i])) {
            if (i > begin && in_list((slice){title.text + begin, i - begin}, list)) {
                return 1;
            }
            begin = i + 1;
        }
    }
    return 0;
}

int names_marks(slice title)
{
    return title_has(title, mark_words);
}

int names_other(slice title)
{
    return title_has(title, id_words);
}

int is_numeric(const column_facts *facts)
{
    return facts->numbers > 0 && facts->numbers >= facts->words;
}

static int is_all_absent(const column_facts *facts)
{
    return facts->numbers == 0 && facts->words == 0;
}

/* Passes of the search, first one that finds a column wins; each takes the last
 * column that fits. */
static int fits_named_mark(const sample *taken, size_t i)
{
    return names_marks(taken->first[i]) && !names_other(taken->first[i]) &&
           is_numeric(&taken->facts[i]);
}

static int fits_numbers(const sample *taken, size_t i)
{
    const column_facts *facts = &taken->facts[i];
    const int counts_rows = i == 0 && taken->columns > 1 && facts->numbers >= 3 &&
                            facts->steps + 1 == facts->numbers;
    return is_numeric(facts) && !names_other(taken->first[i]) && !counts_rows;
}

static int fits_numbers_in_range(const sample *taken, size_t i)
{
    const column_facts *facts = &taken->facts[i];
    return fits_numbers(taken, i) && facts->outside * 2 <= facts->numbers;
}

static int fits_absent(const sample *taken, size_t i)
{
    return is_all_absent(&taken->facts[i]) && taken->facts[i].codes > 0 &&
           !names_other(taken->first[i]);
}

static int fits_alone(const sample *taken, size_t i)
{
    return taken->columns == 1 && !names_other(taken->first[i]);
}

int guess_column(const char *path, const sample *taken, size_t *found)
{
    static int (*const passes[])(const sample *, size_t) = {
        fits_named_mark, fits_numbers_in_range, fits_numbers, fits_absent, fits_alone};
    for (int any_cells = 0; any_cells < 2; any_cells++) {
        for (const char *const *word = mark_words; *word != NULL; word++) {
            for (size_t i = 0; i < taken->columns; i++) {
                const column_facts *facts = &taken->facts[i];
                if (same_word(taken->first[i], *word) &&
                    (any_cells || is_numeric(facts) || is_all_absent(facts))) {
                    *found = i;
                    return 0;
                }
            }
        }
        for (size_t p = 0; !any_cells && p < sizeof passes / sizeof passes[0]; p++) {
            for (size_t i = taken->columns; i-- > 0;) {
                if (passes[p](taken, i)) {
                    *found = i;
                    return 0;
                }
            }
        }
    }
    complain("%s:%llu: no column of marks was found; name one with --column", path,
             (unsigned long long)taken->first_line);
    return -1;
}

int find_column(const char *path, const sample *taken, const char *column, size_t *found,
                int *named)
{
    const size_t length = strlen(column);
    size_t number = 0, matches = 0;
    if (length < 10 && strspn(column, "0123456789") == length) {
        for (size_t i = 0; i < length; i++) {
            number = number * 10 + (size_t)(column[i] - '0');
        }
    }
    if (number > 0 && number <= taken->columns) {
        *found = number - 1;
        return 0;
    }
    for (int any_case = 0; any_case < 2 && matches == 0; any_case++) {
        for (size_t i = 0; i < taken->columns; i++) {
            const slice title = taken->first[i];
            const int equal = any_case ? same_word(title, column)
                                       : title.length == length &&
                                             memcmp(title.text, column, length) == 0;
            *found = equal && matches == 0 ? i : *found;
            matches += (size_t)equal;
        }
    }
    if (matches == 1) {
        *named = 1;
        return 0;
    }
    char clean[CLEAN_BYTES];
    clean_text(clean, sizeof clean, (slice){column, length});
    if (matches > 1) {
        complain("%s:%llu: %zu columns are named \"%s\"; give its number", path,
                 (unsigned long long)taken->first_line, matches, clean);
    } else {
        complain("%s:%llu: there is no column \"%s\"; the first row has %zu", path,
                 (unsigned long long)taken->first_line, clean, taken->columns);
    }
    return -1;
}
