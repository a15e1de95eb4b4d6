/*
 * grades_file.h -- a whole text file in memory.
 */
#ifndef GRADES_FILE_H
#define GRADES_FILE_H

#include "grades_text.h"

typedef struct text_file {
    slice bytes;  /* what is to be read: without the byte order mark */
    void *memory; /* how it is held */
    size_t size;
    int mapped;
} text_file;

/* 0, or -1 after a complaint: unreadable, a directory, empty, UTF-16, or zero bytes
 * near its beginning. Pipes are read to their end. */
int open_text(const char *path, text_file *file);

void close_text(text_file *file);

#endif
