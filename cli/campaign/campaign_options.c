#include "cli/campaign/campaign_options.h"

#include "cli/campaign/campaign_proofs.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/memory.h"

static const uint64_t memory_default = UINT64_C(2) << 30;

struct kauri_campaign_settings kauri_campaign_settings_of(const struct kauri_command_run *run,
                                                          unsigned workers, unsigned here)
{
    const struct kauri_campaign_options *options = run->settings;
    const unsigned share = kauri_loop_threads() / here;
    const uint64_t available = kauri_memory_available();
    const uint64_t most = (available - available / 10) / here;
    return (struct kauri_campaign_settings){
        .workers = workers,
        .threads = run->threads_given != 0 ? (unsigned)run->threads_given
                   : share > 0             ? share
                                           : 1,
        .memory = options->memory != 0    ? options->memory
                  : most < memory_default ? most
                                          : memory_default,
        .seed = options->seed,
        .budget = options->budget,
        .nodes = options->nodes,
        .seconds = (double)options->seconds,
        .fact_work = options->fact_nodes,
    };
}

enum kauri_status kauri_campaign_prepare(const struct kauri_campaign_folder *campaign,
                                         struct kauri_command_run *run, struct kauri_error *error)
{
    const struct kauri_campaign_options *options = run->settings;
    enum kauri_status status = KAURI_OK;
    bool news = false;
    const unsigned threads = options->trust ? 0 : kauri_loop_threads();
    KAURI_TRY(kauri_threads_start(threads, error));
    status = kauri_campaign_check_all(campaign, threads, &run->view.progress, &news, error);
    kauri_progress_view_clear(&run->view);
    KAURI_TRY(status);
    status = news ? kauri_campaign_folder_save(campaign, error) : KAURI_OK;
cleanup:
    return status;
}
