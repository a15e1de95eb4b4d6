/*
 * grades_replace.h -- a file that is seen whole or not at all.
 */
#ifndef GRADES_REPLACE_H
#define GRADES_REPLACE_H

#include <stdio.h>

typedef struct replacement {
    const char *path;
    char *target;    /* path without symbolic links, which are to stay what they are */
    char *temporary; /* beside target, so that a rename stays on its file system */
    FILE *out;       /* NULL: not open */
} replacement;

/* 0, or -1 after a complaint. */
int begin_replacement(replacement *made, const char *path);

/* Puts what was written to made->out in the place of path. 0, or -1 after a
 * complaint, with path as it was. */
int end_replacement(replacement *made);

#endif
