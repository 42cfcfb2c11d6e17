#include "games/claims/claim_check.h"

#include "rules/notation.h"

#include <stdarg.h>
#include <stdio.h>

enum kauri_status kauri_check_evaluate(struct kauri_check *check,
                                       const struct kauri_position *position,
                                       struct kauri_error *error)
{
    if (kauri_position_equal(&check->value.position, position)) {
        return KAURI_OK;
    }
    struct kauri_effort *effort = check->inquiry->effort;
    effort->seconds_each = effort->seconds / 2;
    return kauri_evaluate(check->inquiry->tables, position, effort, &check->value, error);
}

const char *kauri_check_ply_text(const struct kauri_replayed_ply *ply,
                                 char text[KAURI_CLAIM_PLY_BYTES])
{
    const enum kauri_side side = (enum kauri_side)ply->before.side;
    (void)snprintf(text, KAURI_CLAIM_PLY_BYTES, "%u%s%c", ply->number,
                   side == KAURI_SOUTH ? ". " : "... ", kauri_move_letter(side, ply->hole));
    return text;
}

void kauri_check_set_scope(struct kauri_check *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(check->scope, KAURI_CLAIM_SCOPE_BYTES, format, arguments);
    va_end(arguments);
}
