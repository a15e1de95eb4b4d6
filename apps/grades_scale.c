#include "grades_scale.h"

#include <string.h>

#include "grades_mark.h"

void use_default_scale(double maximum, scale *made)
{
    static const struct {
        const char *label;
        double percent;
    } usual[] = {{"S", 90}, {"A", 80}, {"B", 70}, {"C", 60},
                 {"D", 50}, {"E", 40}, {"U", 0}};
    made->count = sizeof usual / sizeof usual[0];
    for (size_t i = 0; i < made->count; i++) {
        strcpy(made->grades[i].label, usual[i].label);
        made->grades[i].from = usual[i].percent * maximum / 100;
    }
}

/* One "label=threshold"; the label may hold '=' itself. */
static int read_grade(slice entry, double maximum, scale *made)
{
    grade *next = &made->grades[made->count];
    const double above = made->count > 0 ? next[-1].from : maximum;
    char shown[CLEAN_BYTES];
    size_t equals = entry.length;
    clean_text(shown, sizeof shown, entry);
    while (equals > 0 && entry.text[equals - 1] != '=') {
        equals--;
    }
    const slice label = trimmed((slice){entry.text, equals > 0 ? equals - 1 : 0});
    const slice number = trimmed((slice){entry.text + equals, entry.length - equals});
    if (label.length == 0 || !read_number(number, &next->from)) {
        complain("--scale: \"%s\" is not of the form LABEL=MARK", shown);
        return -1;
    }
    if (label.length >= LABEL_BYTES) {
        complain("--scale: the label in \"%s\" is longer than %d bytes", shown,
                 LABEL_BYTES - 1);
        return -1;
    }
    memcpy(next->label, label.text, label.length);
    next->label[label.length] = 0;
    if (!is_clean(next->label)) {
        complain("--scale: the label in \"%s\" is not printable UTF-8", shown);
        return -1;
    }
    for (size_t i = 0; i < made->count; i++) {
        if (strcmp(made->grades[i].label, next->label) == 0) {
            complain("--scale: the label \"%s\" occurs twice", next->label);
            return -1;
        }
    }
    if (!(next->from >= 0 && next->from <= maximum)) {
        complain("--scale: \"%s\" lies outside 0 to %.15g", shown, maximum);
        return -1;
    }
    if (made->count > 0 && next->from >= above) {
        complain("--scale: \"%s\" is not below the threshold before it, %.15g", shown,
                 above);
        return -1;
    }
    next->from = next->from == 0 ? 0 : next->from; /* -0 */
    made->count++;
    return 0;
}

int read_scale(const char *text, double maximum, scale *made)
{
    made->count = 0;
    for (const char *end = text; *end != 0; text = end + 1) {
        end = text + strcspn(text, ",");
        if (made->count == MOST_GRADES) {
            complain("--scale: more than %d grades", MOST_GRADES);
            return -1;
        }
        if (read_grade((slice){text, (size_t)(end - text)}, maximum, made) != 0) {
            return -1;
        }
    }
    if (made->count == 0) {
        complain("--scale: \"\" is not of the form LABEL=MARK");
        return -1;
    }
    if (made->grades[made->count - 1].from > 0) {
        return read_grade((slice){"below=0", 7}, maximum, made);
    }
    return 0;
}
