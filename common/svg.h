// Adds the elements of an SVG drawing to a string. Lengths are in user units, written with one
// decimal; y grows downwards. The locale of the process does not matter.
#ifndef KAURI_COMMON_SVG_H
#define KAURI_COMMON_SVG_H

#include "common/string_buffer.h"

// A number as SVG wants it: at most one decimal after a point, whatever the locale says. `value` is
// within +-1e6. Returns `text`.
#define KAURI_SVG_NUMBER_BYTES 24
const char *kauri_svg_number(double value, char text[KAURI_SVG_NUMBER_BYTES]);

// Begins a drawing of `width` x `height` units that is `millimetres` wide when printed. It is black
// on white, with text in the viewer's sans-serif font.
void kauri_svg_begin(struct kauri_string *svg, double width, double height, double millimetres);
void kauri_svg_end(struct kauri_string *svg);

// `style` is a list of attributes such as "stroke=\"black\"". It is not escaped, so it must not
// come from the user.
void kauri_svg_line(struct kauri_string *svg, double x1, double y1, double x2, double y2,
                    const char *style);
void kauri_svg_rect(struct kauri_string *svg, double x, double y, double width, double height,
                    const char *style);
void kauri_svg_circle(struct kauri_string *svg, double x, double y, double radius,
                      const char *style);

// Text with its baseline at y; anchor is "start", "middle" or "end". `text` is escaped.
void kauri_svg_text(struct kauri_string *svg, double x, double y, double size, const char *anchor,
                    const char *style, const char *text);

// The font size, at most `size`, at which `characters` letters take at most `width`. `letter` is
// the mean width of a letter as a part of the font size, about 0.5 for running text in a sans-serif
// font, 0.65 for bold digits: the viewer's font is not known.
double kauri_svg_fit(double size, double letter, size_t characters, double width);

#endif
