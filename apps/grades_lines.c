/*
 * grades_lines.c -- a text without quotes is cut into chunks of some megabytes.
 *
 * A line belongs to the chunk that holds its first byte, so every line is read once,
 * by one thread, and the chunks in order give the marks in file order, whatever the
 * number of threads. Whichever thread meets a quote ends it all: behind a quote a
 * line end may be text, and no cut can be trusted.
 */
#include "grades_lines.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "grades_progress.h"
#include "grades_threads.h"

#define CHUNK_BYTES ((size_t)4 << 20)

enum { TEXT, SEPARATOR, LINE_FEED, CARRIAGE_RETURN, QUOTE, ZERO_BYTE };

typedef struct chunk {
    tally marks;
    uint64_t lines;
    uint64_t zero_line; /* line of a zero byte, from 1; 0 for none */
} chunk;

typedef struct reading {
    slice text;
    const layout *where;
    int skip_invalid;
    unsigned char class[256];
    chunk *chunks;
    size_t chunk_count;
    atomic_size_t next, done;
    atomic_size_t last; /* chunks behind this one are of no use: it has a fault */
    atomic_int quoted, no_memory;
} reading;

static int class_of(const reading *state, const char *at)
{
    return state->class[(unsigned char)*at];
}

/* The first line that begins in [begin, end), or end. */
static const char *first_line(const reading *state, const char *begin, const char *end)
{
    const char *const text_end = state->text.text + state->text.length;
    for (const char *at = begin - 1; at + 1 < end; at++) {
        const int pair = *at == '\r' && at + 1 < text_end && at[1] == '\n';
        if (*at == '\n' || (*at == '\r' && !pair)) {
            return at + 1;
        }
    }
    return end;
}

/* Reads the line at *at and moves *at behind it. Returns the class that ended it:
 * TEXT at the end of the file, LINE_FEED or CARRIAGE_RETURN, or QUOTE, ZERO_BYTE. */
static int split_line(const reading *state, const char **at, row_facts *row)
{
    const char *const end = state->text.text + state->text.length;
    const layout *where = state->where;
    const char *next = *at;
    int stopped_by;
    *row = (row_facts){.fields = 0};
    do {
        const char *const begin = next;
        stopped_by = TEXT;
        while (next < end && (stopped_by = class_of(state, next)) == TEXT) {
            next++;
        }
        const slice cell = {begin, (size_t)(next - begin)};
        if (row->fields == where->column) {
            row->mark = cell;
        } else if (row->fields >= where->columns && trimmed(cell).length > 0) {
            row->crowded = 1;
        }
        row->fields++;
        next += next < end;
    } while (stopped_by == SEPARATOR);
    if (stopped_by == CARRIAGE_RETURN && next < end && *next == '\n') {
        next++;
    }
    *at = next;
    return stopped_by;
}

static int is_blank(const reading *state, const char *begin, const char *end)
{
    while (begin < end) {
        const int no_break = end - begin >= 2 && memcmp(begin, "\xc2\xa0", 2) == 0;
        if (!no_break && class_of(state, begin) == TEXT && *begin != ' ' &&
            *begin != '\t') {
            return 0;
        }
        begin += no_break ? 2 : 1;
    }
    return 1;
}

/* 0, or -1 when there is no memory. */
static int read_chunk(reading *state, size_t id)
{
    const char *const text = state->text.text;
    const size_t begin = id * CHUNK_BYTES;
    const size_t left = state->text.length - begin;
    const char *const end = text + begin + (left < CHUNK_BYTES ? left : CHUNK_BYTES);
    const char *at = id == 0 ? text : first_line(state, text + begin, end);
    chunk own = {.lines = 0};
    int failed = 0;
    /* A row with a mark takes two bytes; pages that are not used cost nothing. */
    if (at < end && reserve_marks(&own.marks, (size_t)(end - at) / 2 + 1) != 0) {
        failed = -1;
    }
    while (!failed && at < end) {
        const char *const line = at;
        row_facts row;
        const int stopped_by = split_line(state, &at, &row);
        row.line = ++own.lines;
        if (stopped_by == QUOTE) {
            atomic_store(&state->quoted, 1);
            break;
        }
        if (stopped_by == ZERO_BYTE) {
            own.zero_line = own.lines;
            break;
        }
        if (trimmed(row.mark).length == 0 && is_blank(state, line, at)) {
            continue;
        }
        failed = count_row(&own.marks, state->where, &row);
        if (own.marks.invalid > 0 && !state->skip_invalid) {
            break;
        }
    }
    if (!failed && own.marks.count < own.marks.capacity && own.marks.count > 0) {
        double *fitting = realloc(own.marks.values, own.marks.count * sizeof(double));
        own.marks.values = fitting != NULL ? fitting : own.marks.values;
    }
    state->chunks[id] = own;
    return failed;
}

static void read_chunks(void *shared, int is_caller)
{
    reading *state = shared;
    size_t id;
    while ((id = atomic_fetch_add(&state->next, 1)) < state->chunk_count) {
        if (atomic_load(&state->quoted) || atomic_load(&state->no_memory) ||
            id > atomic_load(&state->last)) {
            return;
        }
        if (read_chunk(state, id) != 0) {
            atomic_store(&state->no_memory, 1);
        }
        const chunk *own = &state->chunks[id];
        if (own->zero_line > 0 || (own->marks.invalid > 0 && !state->skip_invalid)) {
            size_t last = atomic_load(&state->last);
            while (id < last && !atomic_compare_exchange_weak(&state->last, &last, id)) {
            }
        }
        const size_t done = atomic_fetch_add(&state->done, 1) + 1;
        if (is_caller) {
            show_progress(done, state->chunk_count);
        }
    }
}

/* The chunks in order; those behind a stop are left out. */
static lines_outcome merge(reading *state, tally *marks)
{
    size_t total = marks->count;
    uint64_t line = state->where->data_line - 1;
    for (size_t id = 0; id < state->chunk_count; id++) {
        total += state->chunks[id].marks.count;
    }
    if (reserve_marks(marks, total) != 0) {
        return LINES_NO_MEMORY;
    }
    for (size_t id = 0; id < state->chunk_count; id++) {
        chunk *from = &state->chunks[id];
        for (size_t i = 0; i < FAULTS_KEPT && i < from->marks.invalid; i++) {
            if (marks->invalid + i < FAULTS_KEPT) {
                marks->faults[marks->invalid + i] = from->marks.faults[i];
                marks->faults[marks->invalid + i].line += line;
            }
        }
        if (from->zero_line > 0) {
            marks->faults[0].line = line + from->zero_line;
            return LINES_ZERO_BYTE;
        }
        if (from->marks.count > 0) {
            memcpy(marks->values + marks->count, from->marks.values,
                   from->marks.count * sizeof(double));
        }
        marks->count += from->marks.count;
        marks->absent += from->marks.absent;
        marks->invalid += from->marks.invalid;
        line += from->lines;
        free(from->marks.values);
        from->marks.values = NULL;
        if (marks->invalid > 0 && !state->skip_invalid) {
            break;
        }
    }
    return LINES_READ;
}

lines_outcome read_lines(slice text, const layout *where, int skip_invalid, tally *marks)
{
    reading state = {.text = text, .where = where, .skip_invalid = skip_invalid};
    state.class[0] = ZERO_BYTE;
    state.class['\n'] = LINE_FEED;
    state.class['\r'] = CARRIAGE_RETURN;
    state.class['"'] = QUOTE;
    state.class[(unsigned char)where->delimiter] = SEPARATOR;
    state.chunk_count = text.length / CHUNK_BYTES + (text.length % CHUNK_BYTES > 0);
    atomic_store(&state.last, state.chunk_count);
    if (state.chunk_count == 0) {
        return LINES_READ;
    }
    state.chunks = calloc(state.chunk_count, sizeof *state.chunks);
    if (state.chunks == NULL) {
        return LINES_NO_MEMORY;
    }
    run_on_threads(read_chunks, &state);
    end_progress();
    const lines_outcome outcome = atomic_load(&state.quoted)      ? LINES_QUOTED
                                  : atomic_load(&state.no_memory) ? LINES_NO_MEMORY
                                                                  : merge(&state, marks);
    for (size_t id = 0; id < state.chunk_count; id++) {
        free(state.chunks[id].marks.values);
    }
    free(state.chunks);
    return outcome;
}
