#include "queries/claims/claim_check.h"

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

void kauri_check_set_scope(struct kauri_check *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(check->scope, KAURI_CLAIM_SCOPE_BYTES, format, arguments);
    va_end(arguments);
}
