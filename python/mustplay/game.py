"""Games and positions of Hex."""
from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, Iterable, Optional, Union

from . import _library as m
from ._drawing import board_svg

COLOURS = ["black", "white", None]
Size = Union[int, str, tuple]


def colour_out(colour: int) -> Optional[str]:
    return COLOURS[colour]


def colour_in(colour: Any, what: str = "colour") -> int:
    if colour not in ("black", "white"):
        raise m.Error(f"{what}: 'black' or 'white' is wanted, not {colour!r:.40}")
    return COLOURS.index(colour)


def size_in(size: Size) -> tuple[int, int]:
    """11, "13x9" or (13, 9): columns and rows."""
    if isinstance(size, str):
        parts = size.lower().split("x")
        if len(parts) > 2 or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
            raise m.Error(f"size: 11 or 13x9 is wanted, not {size!r:.40}")
        size = tuple(int(part) for part in parts) * (2 if len(parts) == 1 else 1)
    elif not isinstance(size, (tuple, list)):
        size = (size, size)
    if len(size) != 2:
        raise m.Error(f"size: columns and rows are wanted, not {len(size)} numbers")
    return m.as_int(size[0], "columns", 1, m.SIDE_MAX), m.as_int(size[1], "rows", 1, m.SIDE_MAX)


@lru_cache(maxsize=None)
def cell_names(width: int, height: int) -> list[str]:
    return [chr(97 + cell % width) + str(cell // width + 1) for cell in range(width * height)]


class Game(m.Handle):
    """A game: a set-up, the moves since. Black joins top and bottom and moves first; cells are "a1" (top left) on: the letter is
    the column. A game shows itself as a picture in notebooks.

    >>> game = Game(5).play("c3 b4")
    >>> game.to_move, game["c3"], game["a1"]
    ('black', 'black', None)
    """

    def __init__(self, size: Size = 11, moves: str = "", *, black: Iterable[str] = (), white: Iterable[str] = (), to_move: Optional[str] = None) -> None:
        width, height = size_in(size)
        address = m.call("mp_game_new", width, height)
        super().__init__(address, "mp_game_free")
        black, white = list(black), list(white)
        if black or white or to_move:
            sets = [m.cells_in(self._cell(name) for name in names) for names in (black, white)]
            mover = colour_in(to_move, "to_move") if to_move else int(len(black) > len(white))
            address = m.call("mp_game_new_setup", width, height, ctypes.byref(sets[0]), ctypes.byref(sets[1]), mover)
            self.close()
            super().__init__(address, "mp_game_free")
        if moves:
            self.play(moves)

    @classmethod
    def _of(cls, address: int) -> "Game":
        game = cls.__new__(cls)
        m.Handle.__init__(game, address, "mp_game_free")
        return game

    @classmethod
    def from_link(cls, link: str) -> "Game":
        """The position at the cursor of a HexWorld or Trmph link."""
        return cls._of(m.call("mp_game_from_link", m.as_bytes(link, "link")))

    @classmethod
    def from_sgf(cls, text: Union[str, bytes]) -> "Game":
        """The main line of an SGF file, given as its text."""
        data = text if isinstance(text, bytes) else m.as_bytes(text, "sgf")
        record = m.call("mp_record_parse", data, len(data), None)
        try:
            return cls._of(m.call("mp_record_game", record, m.NONE))
        finally:
            m.lib.mp_record_free(record)

    def to_sgf(self) -> str:
        with self.held() as game:
            record = m.call("mp_record_new", game, None, None, None)
            try:
                return m.taken(m.lib.mp_record_write(record)) or ""
            finally:
                m.lib.mp_record_free(record)

    def to_link(self) -> str:
        """A HexWorld link."""
        with self.held() as game:
            error = m.mp_error()
            text = m.taken(m.lib.mp_game_link(game, ctypes.byref(error)))
            if text is None:
                raise m.failure(error)
            return text

    def copy(self) -> "Game":
        with self.held() as game:
            return Game._of(m.call("mp_game_clone", game))

    # --- What is there

    @property
    def width(self) -> int:
        with self.held() as game:
            return m.lib.mp_game_width(game)

    @property
    def height(self) -> int:
        with self.held() as game:
            return m.lib.mp_game_height(game)

    @property
    def to_move(self) -> str:
        with self.held() as game:
            return COLOURS[m.lib.mp_game_to_move(game)] or ""

    @property
    def winner(self) -> Optional[str]:
        """Who has won, by connection or resignation; None while the game goes on."""
        with self.held() as game:
            return colour_out(m.lib.mp_game_winner(game))

    @property
    def can_swap(self) -> bool:
        with self.held() as game:
            return m.lib.mp_game_can_swap(game)

    @property
    def moves(self) -> list[str]:
        """The moves since the set-up."""
        with self.held() as game:
            return [self._name(m.lib.mp_game_move(game, i, None)) for i in range(m.lib.mp_game_moves(game))]

    def cells(self, colour: Optional[str] = None) -> list[str]:
        """The stones of a colour; None: the empty cells."""
        return [self._name(cell) for cell in self._numbers(m.EMPTY if colour is None else colour_in(colour))]

    def __getitem__(self, cell: str) -> Optional[str]:
        number = self._cell(cell)
        for colour in (m.BLACK, m.WHITE):
            if number in self._numbers(colour):
                return COLOURS[colour]
        return None

    def array(self) -> Any:
        """The board as a numpy array [row, column]: 1 for Black's stones, -1 for White's, 0 elsewhere."""
        import numpy

        board = numpy.zeros(self.width * self.height, numpy.int8)
        board[self._numbers(m.BLACK)] = 1
        board[self._numbers(m.WHITE)] = -1
        return board.reshape(self.height, self.width)

    def mask(self, cells: Iterable[str]) -> Any:
        """Cells as a numpy array [row, column]: 1 where they are, 0 elsewhere."""
        import numpy

        mask = numpy.zeros(self.width * self.height, numpy.int8)
        mask[[self._cell(name) for name in cells]] = 1
        return mask.reshape(self.height, self.width)

    def planes(self) -> Any:
        """The board for learning, a numpy array [2, row, column] of float32: the mover's stones, then the other's."""
        import numpy

        sign = 1 if self.to_move == "black" else -1
        board = self.array() * sign
        return numpy.stack([board == 1, board == -1]).astype(numpy.float32)

    # --- Moves

    def play(self, moves: str) -> "Game":
        """Plays moves, "c3" or "c3 b4 swap-pieces"; all of them or none. Returns the game."""
        with self.held() as game:
            m.call("mp_game_play_text", game, m.as_bytes(moves, "moves"))
        return self

    def undo(self) -> "Game":
        with self.held() as game:
            if not m.lib.mp_game_undo(game):
                raise m.Error("undo: there is no move to take back")
        return self

    # --- As text and picture

    def __str__(self) -> str:
        with self.held() as game:
            return m.taken(m.lib.mp_game_diagram(game)) or ""

    def __repr__(self) -> str:
        if self._address is None:
            return "<Game, closed>"
        return f"<Game {self.width}x{self.height}, {len(self.moves)} moves, {self.to_move} to move>"

    def svg(self, marks: Optional[dict[str, str]] = None) -> str:
        """A picture; `marks` gives cells a text, such as a number."""
        if marks is not None and not isinstance(marks, dict):
            raise TypeError(f"marks: a dictionary is wanted, not {type(marks).__name__}")
        stones = {colour: self._numbers(number) for number, colour in enumerate(("black", "white"))}
        last = m.lib.mp_game_last_cell(self.address)
        return board_svg(self.width, self.height, stones, last, {self._cell(cell): str(text) for cell, text in (marks or {}).items()})

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- Inside

    def _numbers(self, colour: int) -> list[int]:
        cells = m.mp_cells()
        with self.held() as game:
            m.lib.mp_game_cells(game, colour, ctypes.byref(cells))
        return cells.cell[: cells.count]

    def _cell(self, name: Any) -> int:
        move = self._move(name)
        if move >= m.CELLS_MAX:
            raise m.Error(f"'{name:.20}' is no cell")
        return move

    def _move(self, name: Any) -> int:
        with self.held() as game:
            move = m.lib.mp_move_parse(game, m.as_bytes(name, "move"))
        if move == m.NONE:
            raise m.Error(f"{name!r:.40} is no move on {self.width}x{self.height}")
        return move

    def _name(self, move: int) -> Optional[str]:
        if move == m.NONE:
            return None
        if move < m.CELLS_MAX:
            return self._table()[move]
        name = ctypes.create_string_buffer(m.NAME_MAX)
        return m.lib.mp_move_name(self.address, move, name).decode()

    def _names(self, cells: m.mp_cells) -> list[str]:
        table = self._table()
        return [table[cell] for cell in cells.cell[: cells.count]]

    def _table(self) -> list[str]:
        game = self.address
        return cell_names(m.lib.mp_game_width(game), m.lib.mp_game_height(game))

    def _line(self, line: m.mp_line) -> list[str]:
        return [self._name(move) for move in line.move[: line.count]]


def game_in(game: Any, what: str = "game") -> Game:
    if not isinstance(game, Game):
        raise TypeError(f"{what}: a mustplay.Game is wanted, not {type(game).__name__}")
    return game
