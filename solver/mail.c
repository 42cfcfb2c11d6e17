#include "solver/mail.h"

#include <assert.h>
#include <string.h>

enum kauri_status kauri_mail_init(struct kauri_mail *mail, const struct kauri_team *team,
                                  unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    memset(mail, 0, sizeof *mail);
    KAURI_TRY(kauri_outboxes_init(&mail->sets[0], team, threads, error));
    KAURI_TRY(kauri_outboxes_init(&mail->sets[1], team, threads, error));
cleanup:
    return status;
}

void kauri_mail_clear(struct kauri_mail *mail)
{
    kauri_outboxes_clear(&mail->sets[0]);
    kauri_outboxes_clear(&mail->sets[1]);
}

enum kauri_status kauri_mail_begin(struct kauri_mail *mail, const uint64_t *numbers, unsigned count,
                                   enum kauri_status status, struct kauri_error *error)
{
    struct kauri_outboxes *boxes = &mail->sets[mail->filling];
    assert(count < KAURI_TEAM_NUMBERS_MAX);
    if (count > 0) {
        memcpy(mail->sums, numbers, count * sizeof *numbers);
    }
    mail->sums[count] = status != KAURI_OK;
    mail->sum_count = count;
    mail->filling ^= 1;
    return kauri_outboxes_begin(boxes, mail->sums, count + 1, &mail->sent, error);
}

enum kauri_status kauri_mail_finish(struct kauri_mail *mail, uint64_t *numbers,
                                    enum kauri_status status, struct kauri_error *error)
{
    struct kauri_outboxes *boxes = &mail->sets[mail->filling ^ 1];
    const enum kauri_status finished = kauri_outboxes_finish(boxes, &mail->sent, error);
    if (finished != KAURI_OK) {
        return finished;
    }
    if (mail->sums[mail->sum_count] > 0) {
        return kauri_team_failure(boxes->team, status, error);
    }
    if (mail->sum_count > 0) {
        memcpy(numbers, mail->sums, mail->sum_count * sizeof *numbers);
    }
    return KAURI_OK;
}

uint64_t kauri_mail_memory(const struct kauri_mail *mail)
{
    return kauri_outboxes_memory(&mail->sets[0]) + kauri_outboxes_memory(&mail->sets[1]);
}
