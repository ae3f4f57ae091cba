"""`cribstats solve`: the equilibrium of the discard, of the play, of both; best responses; throws at larger tables."""

from __future__ import annotations

import time
from math import log
from pathlib import Path
from typing import Annotated, Any

import typer

from cribstats import files
from cribstats.cli.console import print_json, progress_bar, results, say, say_if_compiling
from cribstats.cli.options import (
    DEFAULT_VARIANT,
    JsonOption,
    PairVariantOption,
    SeatVariantOption,
    one_role,
    whole_number,
)
from cribstats.deals.joint import joint_keep_weights, keep_weights_beside
from cribstats.discard.equilibrium import Round, best_response, solve_discard
from cribstats.discard.opponents import DEFAULT_OPPONENT, find_pair
from cribstats.discard.results import EXACT, SOLVED
from cribstats.discard.roles import other_role
from cribstats.errors import ArgumentError, FileError
from cribstats.play.equilibrium import PlayMeasure, PlaySolver, compact, whole_policy
from cribstats.play.equilibrium.built import play_checkpoint_path
from cribstats.play.equilibrium.solver import Iteration, check_gap
from cribstats.seats.dealing import check_sample
from cribstats.seats.gains import DEFAULT_MEASURE_DEALS, measure_seats
from cribstats.seats.iterate import DEFAULT_ROUND_DEALS, SeatRound, iterate_throws
from cribstats.seats.iterate import DEFAULT_ROUNDS as DEFAULT_SEAT_ROUNDS
from cribstats.seats.throws import check_many_players
from cribstats.settle import SettleRound, check_settling, forget_checkpoints, settle
from cribstats.shipped import shipped_facts
from cribstats.variants import Variant, find_variant, variant_words

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Solve the discard or the play, or find best responses to strategies.",
)

DEFAULT_GAP = 1e-6
DEFAULT_PLAY_GAP = 0.01
DEFAULT_SETTLED_GAP = 5e-5
DEFAULT_CLOSING_GAP = 0.002
DEFAULT_ROUNDS = 3


PolicyOption = Annotated[
    Path | None,
    typer.Option(
        "--policy", metavar="FILE", help="Write a compact policy of the play too, a .npz file of some megabytes."
    ),
]


@app.command("discard")
def solve_discard_command(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the two strategies, a .npz file.")],
    gap: Annotated[
        float,
        typer.Option("--gap", metavar="POINTS", help="Stop when best responses gain no more together, points a deal."),
    ] = DEFAULT_GAP,
    variant: PairVariantOption = DEFAULT_VARIANT,
) -> None:
    """Solve the discard: both players throw what is best against the other.

    Takes some minutes and 3 GB of memory. A run that was interrupted goes on where it stopped.

    For example:
      cribstats solve discard --out equilibrium.npz --gap 1e-5
    """
    game = find_variant(variant)
    _check_npz(out)
    checkpoint = files.cache_folder() / "checkpoints" / f"discard-{game.name}.npz"
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    say_if_compiling()
    started = time.monotonic()
    rounds: list[Round] = []

    def tell(done: Round) -> None:
        rounds.append(done)
        say(
            f"round {done.number}: gains {done.dealer_gain:.2e} (dealer) and {done.pone_gain:.2e} (pone), "
            f"exploitability {done.exploitability:.2e} points a deal, value {done.value:.5f}; "
            f"{_left(rounds, gap, time.monotonic() - started)}"
        )

    try:
        pair, measure = solve_discard(game, gap=gap, name=out.stem, checkpoint=checkpoint, on_round=tell)
    except KeyboardInterrupt:
        if checkpoint.exists():
            say("the same command goes on from the last round that was kept, once a minute")
        raise
    pair.save(
        out,
        kind="solved",
        includes=["hand", "crib"],
        made_by=_command("discard", game, f"--gap {gap:g}"),
        version=files.package_version(),
        rounds=rounds[-1].number,
        **measure.to_dict(),
    )
    low, high = measure.interval
    say(
        f"written to {out}: exploitability {measure.exploitability:.2e} points a deal, "
        f"value to the dealer {low:.6f} to {high:.6f}, heels left out"
    )


@app.command("play")
def solve_play_command(
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where to write the values of keeps, a .npz file.")
    ],
    gap: Annotated[
        float,
        typer.Option("--gap", metavar="POINTS", help="Stop when best responses gain no more together, points a deal."),
    ] = DEFAULT_PLAY_GAP,
    policy: PolicyOption = None,
    throws: Annotated[
        str, typer.Option("--throws", metavar="NAME|FILE", help="What both throw, as `discard --opponent` takes it.")
    ] = DEFAULT_OPPONENT,
    variant: PairVariantOption = DEFAULT_VARIANT,
) -> None:
    """Solve the play: what both players peg with each keep when both play their best.

    On ranks, the keeps dealt as often together as both players throw; of the
    cards that were thrown, and of the starter, players know nothing here. Takes
    some ten minutes and 2 GB of memory. A run that was interrupted goes on where
    it stopped; the whole policy, 434 MB, is kept in the cache.

    For example:
      cribstats solve play --out pegging.npz --gap 0.02
    """
    game = find_variant(variant)
    for path in (out, policy):
        if path is not None:
            _check_npz(path)
    check_gap(gap)  # before the half minute that the weights of keeps take
    pair = find_pair(throws, variant=game)
    say("compiling the walk over the play, each time: half a minute")
    started = time.monotonic()

    def tell(done: Iteration) -> None:
        say(f"{_played(done)}; {time.monotonic() - started:.0f} s")

    with progress_bar("weights of keeps") as progress:
        joint = joint_keep_weights(pair, progress=progress)
    try:
        solver, measure = whole_policy(joint, game, gap=gap, on_measure=tell)
    except KeyboardInterrupt:
        if play_checkpoint_path(game).exists():
            say("the same command goes on from the last round that was kept, every five minutes")
        raise
    beside = [keep_weights_beside(pair.of(role)) for role in ("dealer", "pone")]
    told = {"made_by": _command("play", game, f"--gap {gap:g} --throws {pair.name}"), "throws": pair.name}
    solver.keep_values(beside).save(out, **told, rounds=solver.iterations, **_play_facts(measure))
    _save_policy(solver, policy, told)
    say(f"written to {out}: gap {measure.gap:.4f} points a deal, the dealer pegs {-measure.value:.4f} more")


@app.command("net")
def solve_net_command(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the two strategies, a .npz file.")],
    values: Annotated[
        Path | None, typer.Option("--values", metavar="FILE", help="Write the values of keeps too, a .npz file.")
    ] = None,
    policy: PolicyOption = None,
    gap: Annotated[
        float, typer.Option("--gap", metavar="POINTS", help="Where each solve of the discard stops, points a deal.")
    ] = DEFAULT_SETTLED_GAP,
    play_gap: Annotated[
        float, typer.Option("--play-gap", metavar="POINTS", help="Where the last solve of the play stops.")
    ] = DEFAULT_CLOSING_GAP,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            parser=whole_number,
            metavar="N",
            help="Stop after so many rounds, if not at rest before; 0: the play alone.",
        ),
    ] = DEFAULT_ROUNDS,
    throws: Annotated[
        str, typer.Option("--throws", metavar="NAME|FILE", help="What both throw at first.")
    ] = "equilibrium-show",
    variant: PairVariantOption = DEFAULT_VARIANT,
) -> None:
    """Solve the discard and the play, one after the other until both rest: throws that count the play too.

    Takes half an hour to an hour and 5 GB of memory. A run that was interrupted
    goes on after the last whole round.

    For example:
      cribstats solve net --out equilibrium-net.npz --values pegging.npz
    """
    game = find_variant(variant)
    for path in (out, values, policy):
        if path is not None:
            _check_npz(path)
    check_settling(rounds, gap, play_gap)
    start = find_pair(throws, variant=game)
    checkpoints = files.cache_folder() / "checkpoints" / f"net-{game.name}"
    checkpoints.mkdir(parents=True, exist_ok=True)
    say("compiling the walk over the play, each time: half a minute")
    started = time.monotonic()

    def tell(done: SettleRound) -> None:
        say(
            f"round {done.number}: what keeps peg moved {done.moved:.3f} points at most, {done.moved_on_average:.4f} on"
            f" average; the discard then exploitable for {done.discard.exploitability:.1e} points a deal; "
            f"{time.monotonic() - started:.0f} s"
        )

    found = settle(
        start,
        name=out.stem,
        closing_gap=play_gap,
        discard_gap=gap,
        most_rounds=rounds,
        checkpoints=checkpoints,
        on_round=tell,
        on_measure=lambda done: say(f"  {_played(done)}; {time.monotonic() - started:.0f} s"),
    )
    options = f"--gap {gap:g} --play-gap {play_gap:g} --rounds {rounds} --throws {start.name}"
    made_by = _command("net", game, options)
    if before := start.metadata.get("made_by"):
        made_by = f"{before}; {made_by}"
    play = {"rounds": found.solver.iterations, **_play_facts(found.play)}
    told = {"made_by": made_by, "throws": found.pair.name}
    settled = {
        "rounds": len(found.rounds),
        "moved": found.moved,
        "moved_on_average": found.moved_on_average,
    }
    if not found.rounds:  # only what keeps peg is new
        settled = start.metadata.get("settled", settled)
    found.pair.save(
        out,
        kind="solved",
        includes=["hand", "crib", "pegging"],
        made_by=made_by,
        version=files.package_version(),
        settled=settled,
        play=play,
        gains_with="pegging tables frozen",
        **found.discard.to_dict(),
    )
    if values is not None:
        found.values.save(values, **told, **play)
    _save_policy(found.solver, policy, told)
    forget_checkpoints(checkpoints)
    low, high = found.discard.interval
    say(
        f"written to {out}: exploitability {found.discard.exploitability:.2e} points a deal with pegging tables frozen,"
        f" gap of the play {found.play.gap:.4f}, value to the dealer {low:.5f} to {high:.5f}, heels left out"
    )


@app.command("seats")
def solve_seats_command(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the throws of all seats, .npz.")],
    rounds: Annotated[
        int, typer.Option("--rounds", parser=whole_number, metavar="N", help="How many rounds.")
    ] = DEFAULT_SEAT_ROUNDS,
    deals: Annotated[
        int, typer.Option("--deals", parser=whole_number, metavar="N", help="How many deals to simulate in each.")
    ] = DEFAULT_ROUND_DEALS,
    measure: Annotated[
        int,
        typer.Option(
            "--measure",
            parser=whole_number,
            metavar="N",
            help="How many fresh deals to measure the gains in, and as many more.",
        ),
    ] = DEFAULT_MEASURE_DEALS,
    seed: Annotated[
        int, typer.Option("--seed", parser=whole_number, metavar="N", help="What all chance follows from.")
    ] = 0,
    variant: SeatVariantOption = DEFAULT_VARIANT,
) -> None:
    """Iterate the throws of three or four at a table: each seat throws what is best against the others.

    Points are those of the show. In each round simulated deals value every throw
    of every hand for all seats; what comes of it is measured in fresh deals: what
    each seat, and each pair of partners, would gain by its best response. Takes
    some minutes and 1 GB of memory. A run that was interrupted goes on after the
    last whole round.

    For example:
      cribstats solve seats --variant three-handed --out iterated.npz
    """
    game = find_variant(variant)
    _check_npz(out)
    check_many_players(game)
    check_sample(measure)
    checkpoint = files.cache_folder() / "checkpoints" / f"seats-{game.name}.npz"
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    say_if_compiling()
    started = time.monotonic()

    def tell(done: SeatRound) -> None:
        gains, moved = (", ".join(f"{figure:.4f}" for figure in figures) for figures in (done.gains, done.moved))
        say(
            f"round {done.number}: the seats gained {gains} points a deal by it, chance included, and throw otherwise"
            f" in {moved} of deals; {time.monotonic() - started:.0f} s"
        )

    try:
        with progress_bar("deals, in {total} parts") as progress:
            throws = iterate_throws(
                game,
                rounds=rounds,
                deals=deals,
                seed=seed,
                name=out.stem,
                checkpoint=checkpoint,
                on_round=tell,
                progress=progress,
            )
        say(f"measuring what best responses gain, in {measure:,} fresh deals")
        with progress_bar("fresh deals, in {total} parts") as progress:
            measured = measure_seats(throws, variant=game, deals=measure, seed=seed, progress=progress)
    except KeyboardInterrupt:
        if checkpoint.exists():
            say("the same command goes on after the last whole round")
        raise
    options = f"--rounds {rounds} --deals {deals} --measure {measure} --seed {seed}"
    throws.save(out, made_by=_command("seats", game, options), version=files.package_version(), **measured.to_dict())
    checkpoint.unlink(missing_ok=True)
    for seat, (low, high) in enumerate(zip(measured.low, measured.high, strict=True), start=1):
        say(f"seat {seat}: a best response gains {low.mean:.4f} (se {low.se:.4f}) to {high:.4f} points a deal")
    for seats, gain in measured.partners:
        both = " and ".join(map(str, seats))
        say(f"seats {both}: responses to each other gain {gain.mean:.4f} (se {gain.se:.4f}) points a deal, or more")
    say(f"written to {out}")


@app.command("best-response")
def best_response_command(
    against: Annotated[
        str, typer.Option("--against", metavar="NAME|FILE", help="The strategy to respond to, as --opponent takes it.")
    ],
    dealer: Annotated[bool, typer.Option("--dealer", help="The dealer responds, to what the pone throws.")] = False,
    pone: Annotated[bool, typer.Option("--pone", help="The pone responds, to what the dealer throws.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the response to a .npz file.")
    ] = None,
    variant: PairVariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Find the best response to a strategy: what it is worth, and what the strategy loses to who knows it.

    For example:
      cribstats solve best-response --against greedy --dealer
    """
    role = one_role(dealer, pone)
    game = find_variant(variant)
    if out is not None:
        _check_npz(out)
        if out.exists() and Path(against).exists() and out.samefile(against):
            raise ArgumentError(f"--out '{out}' is a file that is read: another name expected")
    pair = find_pair(against, variant=game)
    strategy = pair.of(other_role(role))
    say_if_compiling()
    found = best_response(strategy, role, pegging=pair.pegging)
    if out is not None:
        made_by = _command("best-response", game, f"--against {against} --{role}")
        found.response.save(out, kind="solved", made_by=made_by)
    equilibrium = "equilibrium-show" if pair.pegging is None else "equilibrium-net"
    value = shipped_facts(equilibrium, game)["value"]
    # Of the dealer's net: what he gets above the value of the game is what the pone's strategy loses.
    below, above = found.value - value[1], found.value - value[0]
    loss = (below, above) if dealer else (-above, -below)
    told = {
        "against": strategy.name,
        "role": role,
        "value": found.value,
        "value_of_the_game": value,
        "loss": list(loss),
        "kinds": {"value": EXACT if pair.pegging is None else SOLVED, "value_of_the_game": "bound", "loss": "bound"},
    }
    if as_json:
        print_json(told)
        return
    console = results()
    console.print(f"best response of the {role} to {strategy.name}")
    exactly = EXACT if pair.pegging is None else "exact, but for what keeps peg: solved"
    console.print(f"the dealer's net with it     {found.value:.6f} points a deal, heels left out ({exactly})")
    console.print(f"value of the game            {value[0]:.6f} to {value[1]:.6f} ({equilibrium})")
    console.print(f"of it {strategy.name} loses".ljust(28) + f" {loss[0]:.6f} to {loss[1]:.6f} points a deal")
    if out is not None:
        say(f"written to {out}")


def _command(what: str, variant: Variant, options: str) -> str:
    """Return the command line that makes a file."""
    return " ".join(["cribstats solve", what, *variant_words(variant), options])


def _save_policy(solver: PlaySolver, path: Path | None, told: dict[str, Any]) -> None:
    """Write the compact policy of a solved play, if it is asked for."""
    if path is None:
        return
    say("making the compact policy and measuring it against the whole one: some minutes")
    policy = compact(solver)
    policy.save(path, **told)
    say(f"written to {path}: exploitability in the play {policy.metadata['exploitability']:.4f} points a deal")


def _played(done: Iteration) -> str:
    """Tell how far the play is solved."""
    measure = done.measure
    return (
        f"round {done.number} of the play: gains {measure.dealer_gain:.4f} (dealer), {measure.pone_gain:.4f} (pone), "
        f"gap {measure.gap:.4f} points a deal, the dealer pegs {-measure.value:.4f} more"
    )


def _play_facts(measure: PlayMeasure) -> dict[str, Any]:
    """Return what files say of a solved play: what the dealer pegs more, and the gap."""
    return {
        "value": -measure.value,
        "gains": {"dealer": measure.dealer_gain, "pone": measure.pone_gain},
        "gap": measure.gap,
    }


def _check_npz(path: Path) -> None:
    if path.suffix.lower() != ".npz":
        raise FileError(f"'{path}': strategies and values are written to a .npz file")
    files.check_writable(path)


def _left(rounds: list[Round], gap: float, seconds: float) -> str:
    """Guess the time left: the exploitability falls as a power of the rounds."""
    if len(rounds) < 3 or rounds[-1].exploitability <= gap:
        return f"{seconds:.0f} s"
    last, before = rounds[-1], rounds[-2]
    power = log(before.exploitability / last.exploitability) / log(last.number / before.number)
    if power <= 0:
        return f"{seconds:.0f} s"
    end = last.number * (last.exploitability / gap) ** (1 / power)
    return f"{seconds:.0f} s, about {seconds / len(rounds) * (end - last.number):.0f} s left"
