#include "tests/cluster/thread_team.h"

#include "solver/cluster/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void wait_for_all(const struct team_member *member)
{
    (void)pthread_barrier_wait(&member->all->barrier);
}

// A solver that breaks the contract of solver/cluster/network.h would make the ranks of MPI wait
// forever.
static void require(const struct team_member *member, bool kept, const char *contract)
{
    if (!kept) {
        (void)fprintf(stderr, "rank %u: %s\n", member->network.team.rank, contract);
        abort();
    }
}

// Waits until all ranks have called the same function, with as many numbers.
static void meet(struct team_member *member, enum team_call call, uint64_t *numbers, unsigned count)
{
    const struct thread_team *all = member->all;
    require(member, member->begun == (call == TEAM_FINISH),
            "an exchange is not finished, or not begun");
    member->call = call;
    member->numbers = numbers;
    member->number_count = count;
    wait_for_all(member);
    for (unsigned rank = 0; rank < all->ranks; rank++) {
        require(member, all->members[rank].call == call, "the ranks call different functions");
        require(member, all->members[rank].number_count == count, "other ranks have more numbers");
    }
}

static void combine(struct team_member *member, enum team_call call, uint64_t *numbers,
                    unsigned count, bool sum)
{
    const struct thread_team *all = member->all;
    uint64_t *result = calloc((size_t)count + 1, sizeof *result);
    meet(member, call, numbers, count);
    for (unsigned rank = 0; rank < all->ranks; rank++) {
        for (unsigned i = 0; i < count; i++) {
            const uint64_t number = all->members[rank].numbers[i];
            result[i] = sum ? result[i] + number : number > result[i] ? number : result[i];
        }
    }
    wait_for_all(member);
    if (count > 0) {
        memcpy(numbers, result, count * sizeof *result);
    }
    free(result);
}

static enum kauri_status begin(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error)
{
    (void)error;
    struct team_member *member = context;
    require(member, !member->begun, "an exchange begins in another one");
    require(member, number_count <= KAURI_TEAM_NUMBERS_MAX, "too many numbers");
    member->begun = true;
    member->messages = messages;
    member->count = message_count;
    member->numbers = numbers;
    member->number_count = number_count;
    return KAURI_OK;
}

static enum kauri_status finish(void *context, struct kauri_message *received,
                                struct kauri_error *error)
{
    (void)error;
    struct team_member *member = context;
    struct thread_team *all = member->all;
    uint64_t at[TEAM_RANKS_MAX + 1] = {0};
    combine(member, TEAM_FINISH, member->numbers, member->number_count, true);
    member->begun = false;
    for (int pass = 0; pass < 2; pass++) {
        uint64_t used = 0;
        for (unsigned from = 0; from < all->ranks; from++) {
            at[from] = used;
            for (unsigned i = 0; i < all->members[from].count; i++) {
                const struct kauri_message *message = &all->members[from].messages[i];
                if (message->rank == member->network.team.rank && message->size > 0) {
                    if (pass > 0) {
                        memcpy(member->inbox + used, message->bytes, message->size);
                    }
                    used += message->size;
                }
            }
            at[from + 1] = used;
            if (pass > 0) {
                received[from] = (struct kauri_message){
                    .rank = from, .bytes = member->inbox + at[from], .size = used - at[from]};
            }
            used = (used + 7) / 8 * 8;
        }
        if (pass == 0) {
            free(member->inbox);
            member->inbox = malloc(used + 1); // exactly, so that reading beyond the end is seen
        }
    }
    for (unsigned from = 0; all->alter != NULL && from < all->ranks; from++) {
        if (received[from].size > 0 && from != member->network.team.rank) {
            all->alter(all->alter_context, all->exchanges, from, member->network.team.rank,
                       member->inbox + at[from], received[from].size);
        }
    }
    wait_for_all(member);
    if (member->network.team.rank == 0) {
        all->exchanges++;
    }
    wait_for_all(member);
    return KAURI_OK;
}

static enum kauri_status sum(void *context, uint64_t *numbers, unsigned count,
                             struct kauri_error *error)
{
    (void)error;
    combine(context, TEAM_SUM, numbers, count, true);
    return KAURI_OK;
}

static enum kauri_status greatest(void *context, uint64_t *numbers, unsigned count,
                                  struct kauri_error *error)
{
    (void)error;
    combine(context, TEAM_GREATEST, numbers, count, false);
    return KAURI_OK;
}

static void *run(void *context)
{
    struct team_member *member = context;
    member->status = kauri_solve_layer(member->folder, member->shape, member->seeds,
                                       &member->options, &member->result, &member->error);
    return NULL;
}

void solve_by_team(struct thread_team *team, unsigned ranks, const char *folder,
                   struct kauri_shape shape, unsigned seeds,
                   const struct kauri_solve_options *options, prepare_member *prepare,
                   void *prepare_context)
{
    pthread_t threads[TEAM_RANKS_MAX];
    team->ranks = ranks;
    team->exchanges = 0;
    (void)pthread_barrier_init(&team->barrier, NULL, ranks);
    for (unsigned rank = 0; rank < ranks; rank++) {
        struct team_member *member = &team->members[rank];
        memset(member, 0, sizeof *member);
        member->network = (struct kauri_network){.team = {.rank = rank,
                                                          .ranks = ranks,
                                                          .context = member,
                                                          .sum = sum,
                                                          .greatest = greatest,
                                                          .work = kauri_cluster_work(ranks)},
                                                 .begin = begin,
                                                 .finish = finish};
        member->all = team;
        member->folder = rank > 0 && team->elsewhere != NULL ? team->elsewhere : folder;
        member->shape = shape;
        member->seeds = seeds;
        member->options = *options;
        member->options.team = &member->network.team;
        if (prepare != NULL) {
            prepare(prepare_context, rank, &member->options);
        }
    }
    for (unsigned rank = 0; rank < ranks; rank++) {
        if (pthread_create(&threads[rank], NULL, run, &team->members[rank]) != 0) {
            abort();
        }
    }
    for (unsigned rank = 0; rank < ranks; rank++) {
        (void)pthread_join(threads[rank], NULL);
    }
    (void)pthread_barrier_destroy(&team->barrier);
}

void free_team(struct thread_team *team)
{
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        free(team->members[rank].inbox);
        team->members[rank].inbox = NULL;
        kauri_solve_result_clear(&team->members[rank].result);
    }
}
