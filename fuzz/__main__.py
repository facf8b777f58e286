"""Run the fuzzers: ``python -m fuzz --seconds 60`` gives every decoder a minute.

Each decoder runs in a process of its own under libFuzzer. A finding does not end the run: the first input
that brought it about is kept in ``fuzz/findings``, where the tests try it from then on.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import resource
import subprocess
import sys
import time
import traceback
from pathlib import Path

CORPUS = Path(__file__).resolve().parent / "corpus"
SLOW = 2
"""Seconds of a processor after which an input is a finding."""
LARGE = 300
"""Megabytes that an input may take beyond what the process had, before it is a finding."""
LONGEST = 131_072
"""Bytes of an input: what the server takes as a body."""
HANGS = 25
"""Seconds after which libFuzzer ends a process that does not come back."""
_DONE = re.compile(r"Done (\d+) runs in (\d+) second")


def main() -> int:
    """Run some decoders or all, one after the other; 1 if there was a finding."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("decoders", nargs="*", metavar="DECODER", help="default: all")
    parser.add_argument("--seconds", type=int, default=30, help="for each decoder")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        _fuzz(args.decoders[0], args.seconds)
    from fuzz.decoders import DECODERS

    unknown = sorted(set(args.decoders) - set(DECODERS))
    if unknown:
        parser.error(f"there is no decoder {unknown[0]}; there are {', '.join(DECODERS)}")
    CORPUS.mkdir(exist_ok=True)
    results = [_run(name, args.seconds) for name in args.decoders or DECODERS]
    inputs, found = sum(one[0] for one in results), sum(one[1] for one in results)
    sys.stdout.write(f"{len(results)} decoders, {inputs:,} inputs, {found} findings\n")
    return 1 if found else 0


def _run(name: str, seconds: int) -> tuple[int, int]:
    """Fuzz one decoder in a process of its own; how many inputs it was given, and how many findings."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "fuzz", name, "--one", "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    told = done.stdout + done.stderr
    (CORPUS / f"{name}.log").write_text(told)
    findings = re.findall(r"^FINDING .*$", told, re.MULTILINE)
    ended = _DONE.search(told)
    if ended is None:
        # libFuzzer ends the process for what hangs, takes too much memory or crashes the interpreter.
        findings.append(f"FINDING {name}: the process ended with {done.returncode}; see {CORPUS / name}.log")
    inputs = int(ended.group(1)) if ended else 0
    took = time.monotonic() - begun
    sys.stdout.write(f"{name:16s} {inputs:12,d} inputs {took:6.0f} s {len(findings):3d} findings\n")
    for finding in findings:
        sys.stdout.write(f"  {finding}\n")
    sys.stdout.flush()
    return inputs, len(findings)


def _fuzz(name: str, seconds: int) -> None:
    """Fuzz a decoder in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["flagfall", "tomllib"], exclude=["flagfall.fast"]):
        from fuzz.decoders import DECODERS, FINDINGS
    from fuzz.mutate import mutate

    decoder = DECODERS[name]
    corpus = CORPUS / name
    corpus.mkdir(parents=True, exist_ok=True)
    seeds = list(decoder.seeds())
    for seed in seeds:
        (corpus / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    seen: set[tuple[object, ...]] = set()

    def one(data: bytes) -> None:
        begun, memory = time.process_time(), _peak()
        try:
            decoder.try_(data)
            took, more = time.process_time() - begun, _peak() - memory
            if took > SLOW or more > LARGE:
                raise TooMuch(f"{took:.1f} s, {more} MB")
        except Exception as error:
            place = _place(error)
            if place in seen:
                return
            seen.add(place)
            FINDINGS.joinpath(name).mkdir(parents=True, exist_ok=True)
            FINDINGS.joinpath(name, hashlib.sha1(data).hexdigest()[:12]).write_bytes(data)
            sys.stdout.write(f"FINDING {name}: {type(error).__name__} at {place[1:]}: {str(error)[:200]}\n")
            sys.stdout.write(traceback.format_exc())
            sys.stdout.flush()

    def change(data: bytes, limit: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.5:
            return bytes(atheris.Mutate(data, limit))
        return mutate(data, limit, rng, seeds)

    options = [
        f"-max_len={LONGEST}",
        *(f"-max_total_time={seconds}", f"-timeout={HANGS}", "-rss_limit_mb=3000", "-print_final_stats=1"),
        f"-artifact_prefix={CORPUS}/{name}-",
    ]
    # What is read or compiled once, such as all sheets of the hex game, is not part of the time.
    if decoder.first is not None:
        decoder.try_(decoder.first())
    one(seeds[0])
    atheris.Setup([sys.argv[0], *options, str(corpus)], one, custom_mutator=change)
    atheris.Fuzz()


class TooMuch(Exception):  # noqa: N818 - said of an input
    """A decoder took too long, or too much memory."""


def _peak() -> int:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def _place(error: BaseException) -> tuple[object, ...]:
    """What tells findings apart: the kind of error, and where in our own code it came up."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if "flagfall" in frame.filename and "/fuzz/" not in frame.filename
    ]
    last = frames[-1] if frames else traceback.extract_tb(error.__traceback__)[-1]
    return type(error), Path(last.filename).name, last.lineno


if __name__ == "__main__":
    sys.exit(main())
