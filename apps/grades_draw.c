#include "grades_draw.h"

#include <math.h>

axis make_axis(const uint64_t *counts, size_t count)
{
    static const double steps[] = {1, 2, 5};
    uint64_t largest = 1;
    for (size_t i = 0; i < count; i++) {
        largest = counts[i] > largest ? counts[i] : largest;
    }
    double power = 1;
    size_t s = 0;
    while (steps[s] * power * 6 < (double)largest) {
        power *= s == 2 ? 10 : 1;
        s = (s + 1) % 3;
    }
    const double step = steps[s] * power;
    return (axis){step, ceil((double)largest / step) * step};
}

void put_xml(FILE *out, const char *text)
{
    for (; *text != 0; text++) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (name != NULL) {
            fputs(name, out);
        } else {
            fputc(*text, out);
        }
    }
}

void put_text(FILE *out, const char *style, double x, double y, const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", style, x, y);
    put_xml(out, text);
    fputs("</text>\n", out);
}

void put_upright(FILE *out, const char *style, double x, double y, const char *text)
{
    fprintf(out, "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(-90)\">",
            style, x, y);
    put_xml(out, text);
    fputs("</text>\n", out);
}

void put_line(FILE *out, const char *style, double x0, double y0, double x1, double y1)
{
    fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
            style, x0, y0, x1, y1);
}

void put_bar(FILE *out, double x, double y, double width, double height)
{
    fprintf(out,
            "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
            "height=\"%.1f\"/>\n",
            x, y, width, height);
}
