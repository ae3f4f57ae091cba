"""The compiler's cache, the sizes of the game, errors, and what the sources must keep to."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import FrozenInstanceError
from pathlib import Path

import numba
import numpy as np
import pytest

from cribstats import accelerate, errors
from cribstats.errors import CribstatsError, VariantError
from cribstats.files import CACHE_VARIABLE
from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED, VARIANTS, Game, Variant, find_variant

COMPILED = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="NUMBA_DISABLE_JIT is set: nothing is compiled")


def add_up(numbers):
    """Add numbers, in a loop worth compiling."""
    total = 0
    for number in numbers:
        total += number
    return total


@COMPILED
def test_kernels_are_kept_in_the_cache_under_the_hash_of_their_sources(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    assert accelerate.kernel_folder() == tmp_path / "kernels" / accelerate.kernel_hash()
    assert not accelerate.is_compiled()
    assert accelerate.kernel(add_up)(np.arange(5)) == 10
    assert accelerate.is_compiled()
    again = accelerate.kernel(add_up)
    assert again(np.arange(6)) == 15
    assert sum(again.stats.cache_hits.values()) == 1
    assert sum(again.stats.cache_misses.values()) == 0


@COMPILED
def test_kernels_are_compiled_in_each_process_where_the_cache_cannot_be_written(monkeypatch, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    compiled = accelerate.kernel(add_up)
    assert compiled(np.arange(5)) == 10
    assert compiled.signatures
    assert not accelerate.is_compiled()


def test_the_hash_of_kernels_follows_every_kernel_source_and_the_options(monkeypatch, tmp_path):
    package = tmp_path / "package"
    sources = ["accelerate.py", "show/kernels.py", "suits/kernels.py"]
    for source in sources:
        (package / source).parent.mkdir(parents=True, exist_ok=True)
        (package / source).write_text("first = 1")
    (package / "show" / "reference.py").write_text("first = 1")
    monkeypatch.setattr(accelerate, "__file__", str(package / "accelerate.py"))
    fresh_hash = accelerate.kernel_hash.__wrapped__
    hashes = [fresh_hash()]
    for source in sources:
        (package / source).write_text("second = 2")
        hashes.append(fresh_hash())
    (package / "show" / "kernels.py").rename(package / "kernels.py")
    hashes.append(fresh_hash())
    assert len(set(hashes)) == len(hashes)
    (package / "show" / "reference.py").write_text("second = 2")
    assert fresh_hash() == hashes[-1]
    assert all(len(digits) == 12 and int(digits, 16) >= 0 for digits in hashes)


def test_the_six_card_game_has_its_sizes():
    assert find_variant("six-card") is SIX_CARD
    assert (SIX_CARD.players, SIX_CARD.dealt, SIX_CARD.thrown, SIX_CARD.kept, SIX_CARD.crib) == (2, 6, 2, 4, 4)
    assert (SIX_CARD.throws, SIX_CARD.unseen) == (15, 46)
    assert (SIX_CARD.hand_flush, SIX_CARD.crib_flush, SIX_CARD.play_ends_at_go) == (4, 5, False)
    assert (SIX_CARD.sides, SIX_CARD.game) == (2, Game(hole=121, doubled_below=91, trebled_below=61))


def test_every_game_may_go_to_where_the_books_end_it_and_all_but_the_five_card_game_to_121():
    of_the_books = Game(hole=61, doubled_below=31, if_agreed=True)
    assert FIVE_CARD.games == (of_the_books,)
    for game in (SIX_CARD, THREE_HANDED, FOUR_HANDED):
        assert [(each.hole, each.doubled_below, each.trebled_below, each.if_agreed) for each in game.games] == [
            (121, 91, 61, False),
            (61, 31, None, True),
        ]
    assert [game.sides for game in VARIANTS.values()] == [2, 2, 3, 2]


def test_hands_of_three_flush_in_the_five_card_game_alone():
    assert [game.hand_flush for game in VARIANTS.values()] == [4, 3, 4, 4]
    assert {game.crib_flush for game in VARIANTS.values()} == {5}
    assert [game.play_ends_at_go for game in VARIANTS.values()] == [False, True, False, False]


@pytest.mark.parametrize(
    ("name", "players", "dealt", "thrown", "pack_to_crib", "kept"),
    [
        ("six-card", 2, 6, 2, 0, 4),
        ("five-card", 2, 5, 2, 0, 3),
        ("three-handed", 3, 5, 1, 1, 4),
        ("four-handed", 4, 5, 1, 0, 4),
    ],
)
def test_every_game_has_four_cards_in_the_crib(name, players, dealt, thrown, pack_to_crib, kept):
    game = find_variant(name)
    assert (game.players, game.dealt, game.thrown, game.pack_to_crib) == (players, dealt, thrown, pack_to_crib)
    assert game.kept == kept
    assert game.crib == 4


def test_games_are_found_by_their_names_and_cannot_be_changed():
    assert all(find_variant(name) is variant and variant.name == name for name, variant in VARIANTS.items())
    with pytest.raises(FrozenInstanceError):
        SIX_CARD.dealt = 5
    assert isinstance(SIX_CARD, Variant)


@pytest.mark.parametrize("name", ["six", "", "SIX-CARD", None])
def test_a_game_not_known_is_named_with_those_that_are(refuses, name):
    refuses(VariantError, f"^'{name}' is not a game known here: .*six-card.* expected$", find_variant, name)


def test_every_error_is_a_value_error_that_says_when():
    raised_on_purpose = [error for error in vars(errors).values() if isinstance(error, type)]
    assert len(raised_on_purpose) >= 9
    for error in raised_on_purpose:
        assert issubclass(error, CribstatsError)
        assert issubclass(error, ValueError)
        assert len(error.__doc__.strip().splitlines()) == 1


# Guards over the sources


PACKAGE = Path(accelerate.__file__).parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}
COMPILERS = {"njit", "jit", "generated_jit", "vectorize", "guvectorize", "cfunc", "stencil"}


def names_used(tree):
    """List every name that some code mentions: by itself, after a dot, or in an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def is_kernel(function):
    """Tell whether a function is decorated with `kernel`, or with `recursive_kernel`."""
    names = {name for decorator in function.decorator_list for name in names_used(decorator)}
    return bool({"kernel", "recursive_kernel"} & names)


def test_kernels_live_in_files_called_kernels_and_nothing_else_does():
    functions = [
        (source, node.name, is_kernel(node))
        for source, tree in SOURCES.items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    misplaced = [(source, name) for source, name, kernel in functions if kernel != (Path(source).name == "kernels.py")]
    assert misplaced == []
    assert sum(kernel for _, _, kernel in functions) >= 10


def test_only_accelerate_knows_the_compiler():
    users = {source for source, tree in SOURCES.items() if COMPILERS & set(names_used(tree))}
    assert users == {"accelerate.py"}


# What sizes of the game look like as bare numbers. Cards kept are four too, but so are suits, and many other things.
SIZES = {6, 15, 46, 61, 91, 121}
EXCUSED = {
    ("show/reference.py", "FIFTEEN", 15): "a rule of scoring",
    ("show/reference.py", "PAIR_KINDS", 6): "points of a pair royal",
    ("play/kernels.py", "FIFTEEN", 15): "a rule of scoring",
    ("play/kernels.py", "CARD_MASK", 15): "a mask of four bits",
    ("suits/kernels.py", "choose_repeated", 6): "3!",
    ("discard/results.py", "summarise", 6): "columns of moments",
    ("discard/sweep/kernels.py", "RANK_PAIRS", 91): "pairs of ranks, 13 * 14 / 2",
    ("discard/sweep/kernels.py", "NOBS", 91): "the column after those of the pairs",
    ("discard/sweep/kernels.py", "JACKS", 91): "the column after those of the pairs",
}
BIT_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def definition_name(statement):
    """Name what a statement of a module defines."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", statement)
    return getattr(target, "name", None) or getattr(target, "id", "")


def bare_sizes(tree):
    """List the numbers in a module that might be sizes of the game, each with the definition that it stands in."""
    for statement in tree.body:
        nodes = list(ast.walk(statement))
        # Masks and shifts lay out bits.
        of_bits = [node for node in nodes if isinstance(node, ast.BinOp) and isinstance(node.op, BIT_OPERATORS)]
        layouts = {id(operand) for node in of_bits for operand in (node.left, node.right)}
        for node in nodes:
            is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
            if is_number and node.value in SIZES and id(node) not in layouts:
                yield definition_name(statement), int(node.value)


def test_sizes_of_the_game_stand_in_variants_alone():
    found = {
        (source, *size) for source, tree in SOURCES.items() for size in bare_sizes(tree) if source != "variants.py"
    }
    assert found == set(EXCUSED), "read sizes of the game from a Variant, or say above what the number is"


def test_the_guard_against_bare_sizes_sees_them():
    code = """
    'one of 46'
    def mean(cards):
        return sum(cards[:6]) / 46  # of 46
    GAME: int = 121
    SKUNK = 91.0
    NIBBLE = 6 & 15
    """
    found = list(bare_sizes(ast.parse(textwrap.dedent(code))))
    assert sorted(found) == [("GAME", 121), ("SKUNK", 91), ("mean", 6), ("mean", 46)]
