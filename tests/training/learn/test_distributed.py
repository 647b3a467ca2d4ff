"""Several processes learn one policy: on one machine, and on two hosts of a network."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_training.ppo.distributed import ProcessGroup
from cthulhu_training.ppo.lean import LeanPPO

from tests.training.learn.runs import small
from tests.training.test_kills import children_of, is_zombie

ROOT = Path(__file__).parents[3]
TORCHRUN = (sys.executable, "-m", "torch.distributed.run")
TWO = ("--standalone", "--nproc-per-node", "2")
TRAIN = shlex.split(
    "-m cthulhu_training.cli.main train love_letter -p 2 --set edition=classic --set rounds=single "
    "--set deck=ll-6 --steps 2048 --num-envs 32 --num-steps 16 --minibatches 2 --hidden 16 "
    "--evaluate-games 50 --out"
)
SECONDS = 240
ADDRESSES = ("10.77.7.1", "10.77.7.2")


def start(words: Sequence[str | Path], **more: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": path} | more
    return subprocess.Popen(
        [str(word) for word in words], env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def said_by(process: subprocess.Popen[str]) -> str:
    """What a process said, if all went well."""
    said, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said
    return said


def test_two_processes_learn_together_and_go_on_exactly(tmp_path: Path) -> None:
    said_by(start([*TORCHRUN, *TWO, "-m", "tests.training.learn.two_processes", tmp_path]))

    assert {path.name for path in tmp_path.iterdir()} == {"rank_0", "rank_1"}


def test_a_run_of_two_processes_has_one_folder_and_speaks_once(tmp_path: Path) -> None:
    said = said_by(start([*TORCHRUN, *TWO, *TRAIN, tmp_path / "run"]))

    assert said.count("ppo:") == 1
    told = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    updates = [line["steps"] for line in told if line["what"] == "update"]
    assert updates == [512, 1024, 1536, 2048]  # of both processes together
    assert LearnedPolicy.read(tmp_path / "run" / "policy.npz").facts["steps"] <= 2048
    before = (tmp_path / "run" / "log.jsonl").read_text()
    again = said_by(start([*TORCHRUN, *TWO, *TRAIN, tmp_path / "run"]))
    assert again.count("resuming from decision 2,048") == 1
    assert (tmp_path / "run" / "log.jsonl").read_text() == before


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux lists children")
def test_processes_end_with_torchrun_that_is_killed(tmp_path: Path) -> None:
    words = [*TRAIN, str(tmp_path / "run")]
    words[words.index("2048")] = "200000000"
    process = start([*TORCHRUN, *TWO, *words])
    end = time.monotonic() + SECONDS
    while not (tmp_path / "run" / "log.jsonl").exists() and time.monotonic() < end:
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.2)
    learners = children_of(process.pid)
    process.kill()
    end = time.monotonic() + 30
    left = learners
    while left and time.monotonic() < end:
        time.sleep(0.2)
        left = [pid for pid in left if not is_zombie(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=SECONDS)

    assert len(learners) == 2 and left == []


@pytest.fixture
def hosts() -> Iterator[tuple[str, str]]:
    """Two network namespaces with a wire between them."""
    if shutil.which("ip") is None:
        pytest.skip("there is no `ip` command, so there are no network namespaces")
    names = f"cthulhu_a_{os.getpid()}", f"cthulhu_b_{os.getpid()}"
    wires = f"ca{os.getpid()}", f"cb{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", names[0]], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"network namespaces need privileges: {made.stderr.strip()}")
    try:
        commands = [f"netns add {names[1]}", f"link add {wires[0]} type veth peer name {wires[1]}"]
        for name, wire, address in zip(names, wires, ADDRESSES, strict=True):
            commands += [
                f"link set {wire} netns {name}",
                f"-n {name} addr add {address}/24 dev {wire}",
                f"-n {name} link set {wire} up",
                f"-n {name} link set lo up",
            ]
        for command in commands:
            subprocess.run(["ip", *command.split()], check=True)
        yield names
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def test_two_hosts_learn_together(hosts: tuple[str, str], tmp_path: Path) -> None:
    """The wires join the namespaces and nothing else, so all that is averaged goes over them."""
    processes = []
    for rank, name in enumerate(hosts):
        nodes = f"--nnodes 2 --nproc-per-node 1 --node-rank {rank} --master-addr {ADDRESSES[0]}"
        words = ["ip", "netns", "exec", name, *TORCHRUN, *nodes.split(), "--master-port", "29577",
                 "-m", "tests.training.learn.two_processes", tmp_path]  # fmt: skip
        wire = f"{'ca' if rank == 0 else 'cb'}{os.getpid()}"
        processes.append(start(words, GLOO_SOCKET_IFNAME=wire))

    try:
        for process in processes:
            said_by(process)
    finally:
        for process in processes:
            process.kill()
    assert {path.name for path in tmp_path.iterdir()} == {"rank_0", "rank_1"}


def test_games_are_divided_evenly() -> None:
    group = ProcessGroup()
    group.size = 3

    with pytest.raises(
        ValueError, match="num_envs must be a multiple of 3: processes times tables"
    ):
        LeanPPO(small(), group)


def test_one_process_is_a_group_of_its_own() -> None:
    group, numbers = ProcessGroup(), torch.tensor([1.0, 2.0, 6.0])

    assert group.is_leader and group.share("x") == "x" and group.gather(3) == [3]
    assert group.mean_and_std(numbers) == pytest.approx((3.0, np.std([1, 2, 6])))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_said() -> None:
    with pytest.raises(ValueError, match="PyTorch finds no GPU here"):
        LeanPPO(small(device="cuda"))
