/*
 * grades_csv.c -- libcsv is fed one line at a time, so that its callbacks, which
 * carry no position, still know the line they speak of.
 */
#include "grades_csv.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

/* libcsv grows its buffer by a fixed step, which is set to the bytes it holds before each
 * piece of a line: it doubles, and a long field is copied a few times and not at every
 * step. */
#define FIELD_STEP ((size_t)1 << 16)
#define STRICT     (CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL)
#define TOLERANT   CSV_REPALL_NL

typedef struct place {
    size_t begin, length;
    uint64_t line;
} place;

typedef struct reader {
    const char *path;
    struct csv_parser parser;
    char *bytes; /* the cells of this row, one after another */
    size_t used, capacity;
    place *places; /* where each one lies, as bytes may still move */
    csv_cell *cells;
    size_t count, room;
    uint64_t line;       /* that is being fed */
    uint64_t field_line; /* on which the open field began */
    size_t end;          /* of the line that is being fed */
    row_answer answer;
    row_function take;
    void *user;
} reader;

static int grow(void **memory, size_t *capacity, size_t needed, size_t element)
{
    size_t larger = *capacity < 64 ? 64 : *capacity;
    while (larger < needed) {
        larger *= 2;
    }
    void *moved = realloc(*memory, larger * element);
    if (moved == NULL) {
        return -1;
    }
    *memory = moved;
    *capacity = larger;
    return 0;
}

static int make_room(reader *state, size_t length)
{
    if (state->bytes == NULL || state->used + length > state->capacity) {
        void *bytes = state->bytes;
        if (grow(&bytes, &state->capacity, state->used + length, 1) != 0) {
            return -1;
        }
        state->bytes = bytes;
    }
    if (state->count == state->room) {
        void *places = state->places, *cells = state->cells;
        size_t room = state->room;
        if (grow(&places, &room, state->count + 1, sizeof(place)) != 0) {
            return -1;
        }
        state->places = places;
        room = state->room;
        if (grow(&cells, &room, state->count + 1, sizeof(csv_cell)) != 0) {
            return -1;
        }
        state->cells = cells;
        state->room = room;
    }
    return 0;
}

static void end_field(void *text, size_t length, void *user)
{
    reader *state = user;
    if (state->answer != ROW_MORE || make_room(state, length) != 0) {
        state->answer = state->answer == ROW_MORE ? ROW_NO_MEMORY : state->answer;
        return;
    }
    if (length > 0) {
        memcpy(state->bytes + state->used, text, length);
    }
    state->places[state->count++] = (place){state->used, length, state->field_line};
    state->used += length;
    state->field_line = state->line;
}

static void end_row(int terminator, void *user)
{
    reader *state = user;
    (void)terminator;
    if (state->answer == ROW_MORE && state->count > 0) {
        for (size_t i = 0; i < state->count; i++) {
            const place *at = &state->places[i];
            state->cells[i] =
                (csv_cell){{state->bytes + at->begin, at->length}, at->line};
        }
        const csv_row row = {state->cells, state->count, state->end, state->line + 1};
        state->answer = state->take(&row, state->user);
    }
    state->count = state->used = 0;
    state->field_line = state->line + 1;
}

/* Feeds one line; 0, or -1 after a complaint. */
static int feed(reader *state, const char *line, size_t length)
{
    if (memchr(line, 0, length) != NULL) {
        complain("%s:%llu: the line holds a zero byte; this is not a text file",
                 state->path, (unsigned long long)state->line);
        return -1;
    }
    while (length > 0) {
        const size_t held = csv_get_buffer_size(&state->parser);
        const size_t step = held > FIELD_STEP ? held : FIELD_STEP;
        const size_t piece = length < step ? length : step;
        csv_set_blk_size(&state->parser, step);
        const size_t fed =
            csv_parse(&state->parser, line, piece, end_field, end_row, state);
        line += fed;
        length -= fed;
        if (fed == piece) {
            continue;
        }
        if (csv_error(&state->parser) != CSV_EPARSE) {
            state->answer = ROW_NO_MEMORY;
            break;
        }
        if (state->parser.quoted) {
            complain("%s:%llu: text follows the closing quote of a field (a quote "
                     "inside a quoted field is written twice)",
                     state->path, (unsigned long long)state->line);
            return -1;
        }
        /* A quote inside an unquoted field: past it in tolerant mode. */
        csv_set_opts(&state->parser, TOLERANT);
        csv_parse(&state->parser, line, 1, end_field, end_row, state);
        csv_set_opts(&state->parser, STRICT);
        line++;
        length--;
    }
    return 0;
}

/* Bytes of the first line, its end included: \n, \r\n or a lone \r. */
static size_t line_bytes(slice text)
{
    size_t bytes = 0;
    while (bytes < text.length && text.text[bytes] != '\n' && text.text[bytes] != '\r') {
        bytes++;
    }
    if (bytes < text.length) {
        const int pair = text.text[bytes] == '\r' && bytes + 1 < text.length &&
                         text.text[bytes + 1] == '\n';
        bytes += pair ? 2 : 1;
    }
    return bytes;
}

static int feed_all(reader *state, slice text)
{
    while (text.length > 0 && state->answer == ROW_MORE) {
        const size_t bytes = line_bytes(text);
        state->end += bytes;
        if (feed(state, text.text, bytes) != 0) {
            return -1;
        }
        text = (slice){text.text + bytes, text.length - bytes};
        state->line++;
    }
    if (state->answer == ROW_MORE) {
        state->line -= state->line > 1; /* the last line has no end of its own */
        if (csv_fini(&state->parser, end_field, end_row, state) != 0) {
            complain("%s:%llu: the quoted field that begins here is never closed",
                     state->path, (unsigned long long)state->field_line);
            return -1;
        }
    }
    return 0;
}

int read_rows(const char *path, slice text, char delimiter, uint64_t first_line,
              row_function take, void *user)
{
    reader state = {.path = path,
                    .line = first_line,
                    .field_line = first_line,
                    .take = take,
                    .user = user};
    csv_init(&state.parser, STRICT);
    csv_set_delim(&state.parser, (unsigned char)delimiter);
    int failed = feed_all(&state, text);
    if (state.answer == ROW_NO_MEMORY) {
        complain("%s:%llu: no memory for this row", path, (unsigned long long)state.line);
        failed = -1;
    }
    csv_free(&state.parser);
    free(state.bytes);
    free(state.places);
    free(state.cells);
    return failed;
}
