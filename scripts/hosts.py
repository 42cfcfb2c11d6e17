"""Several hosts on one machine, for scripts/test-hosts.

Each host has a network, a host name, processes, shared memory and mounts of its own: the namespaces
of Linux. A virtual cable joins it to a switch, at which the *front* stands, the host that mpirun is
started on. Nothing of this is seen outside, and the kernel removes it when the process that made it
has ended, however that happened. Needs iproute2 and util-linux; root, or user namespaces.
"""
import os
import shutil
import signal
import subprocess
import sys
import threading

NETWORK = "10.77.0"
FRONT = NETWORK + ".1"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL,
                          **options)


def is_inside():
    """Whether this process was started by run_inside."""
    return "KAURI_HOSTS_SCRATCH" in os.environ


def missing():
    """What is not there and is needed, or an empty text."""
    for program in ("ip", "tc", "unshare", "nsenter", "mount"):
        if not shutil.which(program):
            return f"no program '{program}' (packages iproute2, util-linux)"
    tried = subprocess.run([*_unshare(), "ip", "link", "add", "type", "veth"], check=False,
                           stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return tried.stderr.strip()


def _unshare():
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *user, "--net", "--uts", "--ipc", "--pid", "--mount", "--fork",
            "--kill-child", "--mount-proc"]


def run_inside(arguments, scratch):
    """Runs a Python program in namespaces of its own, as the front of a cluster. Returns its exit
    status. All that it started has ended then."""
    program = subprocess.Popen([*_unshare(), sys.executable, *arguments], stdin=subprocess.PIPE,
                               env=dict(os.environ, KAURI_HOSTS_SCRATCH=scratch))

    def end(_number, _frame):
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        return program.wait()
    except KeyboardInterrupt:
        return 130
    finally:
        program.kill()  # and with it the program, and with that, all hosts
        program.wait()


def _watch():
    """Ends all when the process that called run_inside is no more."""
    os.read(0, 1)
    os._exit(1)


class Host:
    def __init__(self, cluster, number):
        self.cluster = cluster
        self.number = number
        self.name = f"host{number}"
        self.address = f"{NETWORK}.{number + 1}"
        self.folder = os.path.join(cluster.scratch, self.name)
        self.process = None
        self.pid = None
        self.start()

    def start(self):
        """Switches the host on. Its own disk is the folder `local`, which each has at that path."""
        local = os.path.join(self.cluster.scratch, "local")
        os.makedirs(self.folder, exist_ok=True)
        begin = (f"hostname {self.name} && mount --bind '{self.folder}' '{local}'"
                 " && mount -t sysfs sysfs /sys && mount -t tmpfs tmpfs /dev/shm"
                 " && ip link set lo up && echo ready && read end; sleep infinity & wait")
        self.process = subprocess.Popen(
            ["unshare", "--net", "--uts", "--ipc", "--pid", "--mount", "--fork", "--kill-child",
             "--mount-proc", "sh", "-c", begin],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise OSError(f"{self.name} does not start")
        number = self.process.pid
        with open(f"/proc/{number}/task/{number}/children", encoding="ascii") as file:
            self.pid = int(file.read().split()[0])
        with open(os.path.join(self.cluster.scratch, self.name + ".pid"), "w",
                  encoding="ascii") as file:
            file.write(str(self.pid))
        run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns",
            self.pid)
        run("ip", "link", "set", self.name, "master", "eth0", "up")
        self.inside("ip", "address", "add", self.address + "/24", "dev", "eth0")
        self.inside("ip", "link", "set", "eth0", "up")
        self.process.stdin.close()

    def inside(self, *command):
        return run("nsenter", "-t", self.pid, "-n", *command)

    def cable(self, there):
        """Pulls its cable, or plugs it in."""
        run("ip", "link", "set", self.name, "up" if there else "down")
        for host in self.cluster.hosts if there else []:
            host.inside("ip", "neighbour", "flush", "all")  # forget who did not answer

    def kill(self):
        """Switches it off: its network goes first, so that nobody hears of it."""
        run("ip", "link", "delete", self.name)
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def signal(self, number, names="kauri-mpi.*"):
        """Sends a signal to its programs of these names."""
        subprocess.run(["nsenter", "-t", str(self.pid), "-p", "-m", "pkill", f"-{int(number)}",
                        "-x", names], check=False, stdin=subprocess.DEVNULL)

    def has_ranks(self):
        """Whether there are ranks of kauri-mpi on the host."""
        found = subprocess.run(["nsenter", "-t", str(self.pid), "-p", "-m", "pgrep", "-x",
                                "kauri-mpi.*"], check=False, stdin=subprocess.DEVNULL,
                               capture_output=True)
        return found.returncode == 0

    def end_programs(self):
        for names in ("orted", "prted", "hydra_pmi_proxy", "kauri-mpi.*"):
            self.signal(signal.SIGKILL, names)

    def received(self):
        """Bytes that came to the host by its cable."""
        with open(f"/sys/class/net/{self.name}/statistics/tx_bytes", encoding="ascii") as file:
            return int(file.read())


class Cluster:
    """The hosts host1, host2 and so on. Its process is that of run_inside."""

    def __init__(self, count):
        self.scratch = os.environ["KAURI_HOSTS_SCRATCH"]
        threading.Thread(target=_watch, daemon=True).start()
        os.makedirs(os.path.join(self.scratch, "local"), exist_ok=True)
        run("hostname", "front")
        run("mount", "-t", "sysfs", "sysfs", "/sys")
        run("mount", "-t", "tmpfs", "tmpfs", "/dev/shm")
        names = os.path.join(self.scratch, "names")
        with open(names, "w", encoding="ascii") as file:
            file.write(f"127.0.0.1 localhost\n{FRONT} front\n")
            for number in range(1, count + 1):
                file.write(f"{NETWORK}.{number + 1} host{number}\n")
        run("mount", "--bind", names, "/etc/hosts")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "eth0", "type", "bridge")
        run("ip", "address", "add", FRONT + "/24", "dev", "eth0")
        run("ip", "link", "set", "eth0", "up")
        self.agent = os.path.join(self.scratch, "agent")
        with open(self.agent, "w", encoding="ascii") as file:
            # As ssh does it: the words are one command of the shell there, which knows nothing of
            # the variables of this one.
            file.write(f"""#!/bin/sh
while [ "${{1#-}}" != "$1" ]; do shift; done
pid=$(cat '{self.scratch}'/"$1".pid) || exit 255
shift
env -i PATH="$PATH" HOME="$HOME" TMPDIR='{self.scratch}/local' \\
    nsenter -t "$pid" -n -u -i -p -m -- sh -c "$*" &
trap 'kill $!' HUP INT TERM
wait $!
status=$?
# No word comes from a host that is off.
if [ ! -e "/proc/$pid" ]; then sleep infinity & wait $!; fi
exit $status
""")
        os.chmod(self.agent, 0o755)
        self.hosts = [Host(self, number) for number in range(1, count + 1)]
