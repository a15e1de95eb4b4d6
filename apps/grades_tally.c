/*
 * grades_tally.c -- one judge for both ways of reading, so that they cannot differ.
 */
#include "grades_tally.h"

#include <stdlib.h>

#include "grades_mark.h"

enum { RULE_SHORT = MARK_ABOVE + 1, RULE_CROWDED };

int reserve_marks(tally *sum, size_t capacity)
{
    if (capacity <= sum->capacity) {
        return 0;
    }
    if (capacity > SIZE_MAX / sizeof(double)) {
        return -1;
    }
    double *larger = realloc(sum->values, capacity * sizeof(double));
    if (larger == NULL) {
        return -1;
    }
    sum->values = larger;
    sum->capacity = capacity;
    return 0;
}

static void add_fault(tally *sum, const row_facts *row, int rule)
{
    if (sum->invalid < FAULTS_KEPT) {
        fault *kept = &sum->faults[sum->invalid];
        *kept = (fault){.line = row->line, .rule = rule, .fields = row->fields};
        clean_text(kept->mark, sizeof kept->mark, trimmed(row->mark));
    }
    sum->invalid++;
}

int count_row(tally *sum, const layout *where, const row_facts *row)
{
    double mark = 0;
    if (row->fields <= where->column) {
        add_fault(sum, row, RULE_SHORT);
        return 0;
    }
    if (row->crowded) {
        add_fault(sum, row, RULE_CROWDED);
        return 0;
    }
    const mark_kind kind = read_mark(row->mark, where->maximum, &mark);
    if (kind == MARK_VALID) {
        if (sum->count == sum->capacity &&
            reserve_marks(sum, sum->capacity < 1024 ? 1024 : sum->capacity * 2) != 0) {
            return -1;
        }
        sum->values[sum->count++] = mark;
    } else if (kind == MARK_EMPTY || kind == MARK_ABSENT) {
        sum->absent++;
    } else {
        add_fault(sum, row, (int)kind);
    }
    return 0;
}

void complain_of(const char *path, const layout *where, const fault *found)
{
    const unsigned long long line = found->line;
    switch (found->rule) {
    case MARK_DECIMAL_COMMA:
        complain("%s:%llu: mark \"%s\" is not a number; write a point, not a comma", path,
                 line, found->mark);
        break;
    case MARK_NEGATIVE:
        complain("%s:%llu: mark \"%s\" is below 0", path, line, found->mark);
        break;
    case MARK_ABOVE:
        complain("%s:%llu: mark \"%s\" is above the maximum %.15g", path, line,
                 found->mark, where->maximum);
        break;
    case RULE_SHORT:
        complain("%s:%llu: the row has %zu field%s, but the marks are in column %zu",
                 path, line, found->fields, found->fields == 1 ? "" : "s",
                 where->column + 1);
        break;
    case RULE_CROWDED:
        complain("%s:%llu: the row has %zu fields, the first row has %zu; a field that "
                 "holds the separator must be quoted",
                 path, line, found->fields, where->columns);
        break;
    default:
        complain("%s:%llu: mark \"%s\" is not a number", path, line, found->mark);
        break;
    }
}
