"""libmustplay by ctypes: its structs, its functions, and errors as exceptions. Private to the package."""
from __future__ import annotations

import ctypes
import os
import pathlib
import signal
import threading
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int16, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, Iterable, Optional

BLACK, WHITE, EMPTY = 0, 1, 2
NONE, SWAP_PIECES, SWAP_SIDES, PASS, RESIGN = -1, 1000, 1001, 1002, 1003
SIDE_MAX, CELLS_MAX, NAME_MAX, LINE_MAX = 19, 361, 16, 64
ABI = 0


class Error(Exception):
    """What the library refuses or fails at; the text is a sentence for people. `code` is one of "input", "file", "memory", "limit",
    "cancelled", "internal"."""

    def __init__(self, text: str, code: str = "input") -> None:
        super().__init__(text)
        self.code = code


CODES = ["ok", "input", "file", "memory", "limit", "cancelled", "internal"]


class mp_cells(Structure):
    _fields_ = [("count", c_int), ("cell", c_int16 * CELLS_MAX)]


class mp_line(Structure):
    _fields_ = [("count", c_int), ("move", c_int16 * LINE_MAX)]


class mp_error(Structure):
    _fields_ = [("code", c_int), ("text", c_char * 400)]


class mp_progress(Structure):
    _fields_ = [("size", c_size_t), ("seconds", c_double), ("nodes", c_uint64), ("resumed", c_uint64), ("proof", c_uint64), ("disproof", c_uint64),
                ("value", c_double), ("line", mp_line), ("refuted", mp_cells), ("moves", c_int), ("settled", c_int), ("left", c_uint64),
                ("claims", c_uint64), ("written", c_double)]


STOP = CFUNCTYPE(c_bool, c_void_p)
PROGRESS = CFUNCTYPE(None, c_void_p, POINTER(mp_progress))
LOG = CFUNCTYPE(None, c_void_p, c_char_p)
ASKING = CFUNCTYPE(None, c_void_p, c_int, c_int, c_uint64)


class mp_limits(Structure):
    _fields_ = [("size", c_size_t), ("seconds", c_double), ("nodes", c_uint64), ("memory", c_uint64), ("threads", c_int), ("cancel", c_void_p),
                ("stop", STOP), ("progress", PROGRESS), ("context", c_void_p)]


class mp_net_info(Structure):
    _fields_ = [("size", c_size_t), ("planes", c_int), ("filters", c_int), ("blocks", c_int), ("layers", c_int), ("parameters", c_uint64),
                ("checksum", c_char * 68)]


class mp_terms(Structure):
    _fields_ = [("size", c_size_t), ("limits", mp_limits), ("may_swap", c_bool), ("may_resign", c_bool), ("grace", c_double)]


class mp_choice(Structure):
    _fields_ = [("size", c_size_t), ("move", c_int), ("value", c_double), ("visits", c_uint64), ("seconds", c_double), ("line", mp_line),
                ("by_atlas", c_bool)]


class mp_candidate(Structure):
    _fields_ = [("move", c_int), ("visits", c_uint64), ("value", c_double), ("prior", c_double), ("proved", c_int), ("line", mp_line)]


class mp_report(Structure):
    _fields_ = [("size", c_size_t), ("value", c_double), ("proved", c_int), ("visits", c_uint64), ("playouts", c_uint64), ("evaluations", c_uint64),
                ("seconds", c_double), ("count", c_int), ("last", c_bool), ("candidate", POINTER(mp_candidate))]


HEAR = CFUNCTYPE(None, c_void_p, POINTER(mp_report))


class mp_analysis_settings(Structure):
    _fields_ = [("size", c_size_t), ("net", c_void_p), ("precision", c_int)]


class mp_solver_settings(Structure):
    _fields_ = [("size", c_size_t), ("method", c_char_p), ("store", c_char_p), ("checkpoint", c_char_p), ("keep_checkpoint", c_bool), ("net", c_void_p),
                ("without_net", c_bool), ("window_base", c_double), ("window_factor", c_double), ("epsilon", c_double)]


class mp_solution(Structure):
    _fields_ = [("size", c_size_t), ("winner", c_int), ("move", c_int), ("carrier", mp_cells), ("nodes", c_uint64), ("seconds", c_double),
                ("proof_nodes", c_uint64), ("proof_whole", c_bool), ("stored", c_uint64)]


class mp_moves(Structure):
    _fields_ = [("size", c_size_t), ("solution", mp_solution), ("winning", mp_cells), ("losing", mp_cells), ("unknown", mp_cells)]


class mp_proof_made(Structure):
    _fields_ = [("size", c_size_t), ("finished", c_bool), ("claims", c_uint64), ("bytes", c_uint64), ("positions", c_uint64), ("nodes", c_uint64),
                ("seconds", c_double)]


class mp_verdict(Structure):
    _fields_ = [("size", c_size_t), ("judgement", c_int), ("winner", c_int), ("claims", c_uint64), ("reason", c_char * 200)]


class mp_proof_info(Structure):
    _fields_ = [("size", c_size_t), ("winner", c_int), ("claims", c_int), ("first", c_int), ("made", c_char_p)]


class mp_walk_step(Structure):
    _fields_ = [("size", c_size_t), ("reason", c_int), ("claim", c_int), ("answer", c_int)]


STRUCTS = [mp_cells, mp_line, mp_error, mp_progress, mp_limits, mp_net_info, mp_terms, mp_choice, mp_candidate, mp_report, mp_analysis_settings,
           mp_solver_settings, mp_solution, mp_moves, mp_proof_made, mp_verdict, mp_proof_info, mp_walk_step]

H = c_void_p  # a handle
E = POINTER(mp_error)
L = POINTER(mp_limits)
TEXT = c_void_p  # char *, which the caller frees
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "mp_version": (c_char_p, []),
    "mp_abi_version": (c_int, []),
    "mp_free": (None, [c_void_p]),
    "mp_cancel_new": (H, []),
    "mp_cancel_free": (None, [H]),
    "mp_cancel_raise": (None, [H]),
    "mp_cancel_clear": (None, [H]),
    "mp_engine_new": (H, [E]),
    "mp_engine_free": (None, [H]),
    "mp_data_path": (TEXT, [H]),
    "mp_engine_set_data": (c_bool, [H, c_char_p, E]),
    "mp_engine_set_log": (None, [H, LOG, c_void_p]),
    "mp_engine_list": (c_char_p, [H, c_int, c_int, POINTER(c_char_p)]),
    "mp_net_load": (H, [H, c_char_p, E]),
    "mp_net_free": (None, [H]),
    "mp_net_path": (TEXT, [H, c_int]),
    "mp_net_describe": (None, [H, POINTER(mp_net_info)]),
    "mp_net_evaluate": (c_bool, [H, H, POINTER(c_double), POINTER(c_float), E]),
    "mp_game_new": (H, [c_int, c_int, E]),
    "mp_game_new_setup": (H, [c_int, c_int, POINTER(mp_cells), POINTER(mp_cells), c_int, E]),
    "mp_game_from_link": (H, [c_char_p, E]),
    "mp_game_clone": (H, [H, E]),
    "mp_game_free": (None, [H]),
    "mp_game_width": (c_int, [H]),
    "mp_game_height": (c_int, [H]),
    "mp_game_to_move": (c_int, [H]),
    "mp_game_cells": (None, [H, c_int, POINTER(mp_cells)]),
    "mp_game_winner": (c_int, [H]),
    "mp_game_resigned": (c_int, [H]),
    "mp_game_can_swap": (c_bool, [H]),
    "mp_game_play": (c_bool, [H, c_int, c_int, E]),
    "mp_game_play_text": (c_bool, [H, c_char_p, E]),
    "mp_game_undo": (c_bool, [H]),
    "mp_game_moves": (c_int, [H]),
    "mp_game_move": (c_int, [H, c_int, POINTER(c_int)]),
    "mp_game_last_cell": (c_int, [H]),
    "mp_move_parse": (c_int, [H, c_char_p]),
    "mp_move_name": (c_char_p, [H, c_int, c_char_p]),
    "mp_game_diagram": (TEXT, [H]),
    "mp_game_link": (TEXT, [H, E]),
    "mp_record_parse": (H, [c_char_p, c_size_t, c_char_p, E]),
    "mp_record_new": (H, [H, c_char_p, c_char_p, c_char_p, E]),
    "mp_record_game": (H, [H, c_int, E]),
    "mp_record_write": (TEXT, [H]),
    "mp_record_free": (None, [H]),
    "mp_player_new": (H, [H, c_char_p, c_uint64, L, E]),
    "mp_player_free": (None, [H]),
    "mp_player_reset": (None, [H]),
    "mp_player_choose": (c_bool, [H, H, POINTER(mp_terms), POINTER(mp_choice), E]),
    "mp_analysis_new": (H, [H, POINTER(mp_analysis_settings), E]),
    "mp_analysis_free": (None, [H]),
    "mp_analysis_start": (c_bool, [H, H, L, c_double, HEAR, c_void_p, E]),
    "mp_analysis_wait": (c_bool, [H, POINTER(mp_report), E]),
    "mp_analysis_stop": (None, [H]),
    "mp_solver_new": (H, [H, POINTER(mp_solver_settings), E]),
    "mp_solver_free": (c_bool, [H, E]),
    "mp_solver_solve": (c_bool, [H, H, L, POINTER(mp_solution), E]),
    "mp_solver_solve_moves": (c_bool, [H, H, L, ASKING, c_void_p, POINTER(mp_moves), E]),
    "mp_solver_prove": (c_bool, [H, H, c_int, c_int, c_char_p, c_bool, L, POINTER(mp_proof_made), E]),
    "mp_verify_file": (c_bool, [c_char_p, L, POINTER(mp_verdict), E]),
    "mp_verify_text": (c_bool, [c_char_p, c_size_t, L, POINTER(mp_verdict), E]),
    "mp_proof_load": (H, [c_char_p, E]),
    "mp_proof_parse": (H, [c_char_p, c_size_t, E]),
    "mp_proof_free": (None, [H]),
    "mp_proof_describe": (None, [H, POINTER(mp_proof_info)]),
    "mp_proof_game": (H, [H, E]),
    "mp_walk_new": (H, [H, E]),
    "mp_walk_free": (None, [H]),
    "mp_walk_game": (H, [H, E]),
    "mp_walk_play": (c_bool, [H, c_int, POINTER(mp_walk_step), E]),
}


def _load() -> ctypes.CDLL:
    name = "libmustplay.so.0"
    beside = pathlib.Path(__file__).with_name(name)
    path = os.environ.get("MUSTPLAY_LIBRARY") or (str(beside) if beside.exists() else name)
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"the library of mustplay cannot be loaded: {error}; MUSTPLAY_LIBRARY may name its file") from error
    for function, (result, arguments) in FUNCTIONS.items():
        try:
            found = getattr(library, function)
        except AttributeError as error:
            raise ImportError(f"{path} is another version of mustplay: it has no {function}") from error
        found.restype, found.argtypes = result, arguments
    if library.mp_abi_version() != ABI:
        raise ImportError(f"{path} is another version of mustplay: {library.mp_version().decode()}")
    return library


lib = _load()


def sized(kind: Any) -> Any:
    """An empty struct that begins with `size`."""
    return kind(size=ctypes.sizeof(kind))


def failure(error: mp_error) -> Error:
    code = CODES[error.code] if 0 < error.code < len(CODES) else "internal"
    return Error(error.text.decode("utf-8", "replace") or "the library failed", code)


def call(function: str, *arguments: Any) -> Any:
    """Calls a function whose last parameter is an mp_error; one that fails raises."""
    error = mp_error()
    result = getattr(lib, function)(*arguments, ctypes.byref(error))
    if not result:
        raise failure(error)
    return result


def taken(address: Optional[int]) -> Optional[str]:
    """Text that the library hands over."""
    if not address:
        return None
    try:
        return ctypes.string_at(address).decode("utf-8", "replace")
    finally:
        lib.mp_free(address)


def as_bytes(text: Any, what: str) -> bytes:
    """Text for the library, which ends it at a zero."""
    if not isinstance(text, (str, bytes, os.PathLike)):
        raise TypeError(f"{what}: text is wanted, not {type(text).__name__}")
    data = os.fsencode(text)
    if b"\0" in data:
        raise Error(f"{what}: there is a zero byte in it")
    return data


def as_int(number: Any, what: str, least: int, most: int) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what}: a whole number is wanted, not {type(number).__name__}")
    number = number.__index__()
    if not least <= number <= most:
        raise Error(f"{what}: {least} to {most} is wanted, not {number}")
    return number


def as_seconds(number: Any, what: str) -> float:
    """None is no limit, which is 0 to the library."""
    if number is None:
        return 0.0
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise TypeError(f"{what}: a number is wanted, not {type(number).__name__}")
    if not 0 < number < 1e9:
        raise Error(f"{what}: more than 0 and less than 1e9 is wanted, not {number}")
    return float(number)


class Handle:
    """What the library made. It is used by one thread at a time: another one is refused. It is released when nobody refers to it."""

    def __init__(self, address: int, release: str, *keeps: Any, more: tuple = ()) -> None:
        self._lock = threading.RLock()
        self._address: Optional[int] = address
        self._keeps = keeps  # what has to live as long
        self._release = weakref.finalize(self, _release, release, address, more, keeps)

    def close(self) -> None:
        """Releases it before its time. Using it afterwards is an error."""
        with self.held():
            self._address = None
            self._release()

    def held(self) -> "_Held":
        return _Held(self)

    @property
    def address(self) -> int:
        if self._address is None:
            raise Error(f"this {type(self).__name__} was closed")
        return self._address


def _release(name: str, address: int, more: tuple, keeps: tuple) -> None:
    getattr(lib, name)(address, *more)


class _Held:
    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def __enter__(self) -> int:
        if not self._handle._lock.acquire(blocking=False):
            raise Error(f"this {type(self._handle).__name__} is in use by another thread")
        try:
            return self._handle.address
        except Error:
            self._handle._lock.release()
            raise

    def __exit__(self, *_: Any) -> None:
        self._handle._lock.release()


class Cancel(Handle):
    """Says that work under way should end: `solve(..., cancel=cancel)` in one thread, `cancel.set()` in another."""

    def __init__(self) -> None:
        address = lib.mp_cancel_new()
        if not address:
            raise Error("out of memory", "memory")
        super().__init__(address, "mp_cancel_free")

    def set(self) -> None:
        lib.mp_cancel_raise(self.address)

    def clear(self) -> None:
        lib.mp_cancel_clear(self.address)


def as_cancel(cancel: Any) -> Cancel:
    if cancel is not None and not isinstance(cancel, Cancel):
        raise TypeError(f"cancel: a mustplay.Cancel is wanted, not {type(cancel).__name__}")
    return cancel or Cancel()


def limits_of(cancel: Cancel, seconds: Any = None, nodes: Any = None, memory: Any = None, threads: Any = 1) -> mp_limits:
    limits = sized(mp_limits)
    limits.seconds = as_seconds(seconds, "seconds")
    limits.nodes = 0 if nodes is None else as_int(nodes, "nodes", 1, 10**15)
    limits.memory = 0 if memory is None else as_int(memory, "memory", 1, 10**8) << 20
    limits.threads = as_int(threads, "threads", 1, 256)
    limits.cancel = cancel.address
    return limits


def interruptible(work: Callable[[], Any], cancel: Cancel) -> Any:
    """Does work that may take long. The main thread leaves it to another one, so that Ctrl-C ends it. The exception
    is raised when the work has ended, because the library's objects must live until then."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    done, answers, thread, ends = threading.Event(), [], None, False
    ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN

    def body() -> None:
        try:
            answers.append((work(), None))
        except BaseException as error:
            answers.append((None, error))
        finally:
            done.set()

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        thread = threading.Thread(target=body, name="mustplay")
        thread.start()
        while not done.wait(0.05):
            if not (ends or ignored) and signal.SIGINT in signal.sigpending():
                ends = True
                cancel.set()
    finally:
        while thread and thread.ident and not done.is_set():  # a signal came by another thread
            try:
                ends = True
                cancel.set()
                done.wait()
            except KeyboardInterrupt:
                pass
        if ends:
            cancel.clear()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)  # a signal that was held back comes now
    result, error = answers[0]
    if error:
        raise error
    return result


def cells_in(cells: Iterable[int]) -> mp_cells:
    made = mp_cells()
    for cell in cells:
        if made.count == CELLS_MAX:
            raise Error("cells: more than a board has")
        made.cell[made.count] = cell
        made.count += 1
    return made
