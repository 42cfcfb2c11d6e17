"""Seeds of fuzz_frontier for tests/fuzz/make-corpus: frontiers of campaigns at four moments."""
import os
import subprocess
import tempfile

CAMPAIGNS = [("2+1,3+1/2+1,2+1 N 1:0", "draw"), ("2+1,2+1,2+1/2+1,2+1,2+1 S", "win"),
             ("3,3+1,3/3,3+1,3 S", "-4")]


def save_seeds(kauri, save):
    for number, (position, least) in enumerate(CAMPAIGNS):
        with tempfile.TemporaryDirectory(prefix="kauri-corpus-") as work:
            campaign = os.path.join(work, "campaign")

            def run(*arguments):
                subprocess.run([kauri, "campaign", campaign, *arguments], check=True,
                               stdout=subprocess.DEVNULL)
            run("--ask", position, "--at-least", least)
            for moment in range(4):
                with open(os.path.join(campaign, "frontier"), "rb") as file:
                    save("frontier", 4 * number + moment, file.read())
                run("--threads", "1", "--memory", "40M", "--budget", "20", "--fact-nodes", "10",
                    "--nodes", "60")
