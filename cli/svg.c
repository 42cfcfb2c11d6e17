#include "cli/svg.h"

void kauri_svg_begin(struct kauri_string *svg, double width, double height, double millimetres)
{
    kauri_string_add(svg,
                     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.1fmm\" height=\"%.1fmm\" "
                     "viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\">\n",
                     millimetres, millimetres * height / width, width, height);
    kauri_svg_rect(svg, 0, 0, width, height, "fill=\"white\"");
}

void kauri_svg_end(struct kauri_string *svg)
{
    kauri_string_add(svg, "</svg>\n");
}

void kauri_svg_line(struct kauri_string *svg, double x1, double y1, double x2, double y2,
                    const char *style)
{
    kauri_string_add(svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1,
                     x2, y2, style);
}

void kauri_svg_rect(struct kauri_string *svg, double x, double y, double width, double height,
                    const char *style)
{
    kauri_string_add(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n", x, y,
                     width, height, style);
}

void kauri_svg_circle(struct kauri_string *svg, double x, double y, double radius,
                      const char *style)
{
    kauri_string_add(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", x, y, radius, style);
}

static void add_escaped(struct kauri_string *svg, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            kauri_string_add(svg, "&amp;");
            break;
        case '<':
            kauri_string_add(svg, "&lt;");
            break;
        case '>':
            kauri_string_add(svg, "&gt;");
            break;
        case '"':
            kauri_string_add(svg, "&quot;");
            break;
        default:
            kauri_string_add(svg, "%c", *text);
        }
    }
}

void kauri_svg_text(struct kauri_string *svg, double x, double y, double size, const char *anchor,
                    const char *style, const char *text)
{
    kauri_string_add(svg, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\" %s>",
                     x, y, size, anchor, style);
    add_escaped(svg, text);
    kauri_string_add(svg, "</text>\n");
}
