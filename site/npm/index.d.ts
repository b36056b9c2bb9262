/** "black" joins top and bottom and moves first; "white" joins left and right. */
export type Color = 'black' | 'white';
/** "c3": the letter is the column, the number the row, from the top left. */
export type Cell = string;

/** Input of Hexplorer's analyzers, with a little more. Every cell is named at most once in `black` and `white`. */
export interface Position {
    /** Of a square board, 1 to 19. */
    size?: number;
    /** Columns and rows, instead of `size`, of a board that is not square. */
    width?: number;
    height?: number;
    /** Who is to move. Left out: Black if the numbers of stones are equal, White if Black has one more. */
    color?: Color;
    black?: readonly Cell[];
    white?: readonly Cell[];
    /** Moves since these stones, alternating, from `color` on. "swap-pieces" is the second one of a game from an empty board. */
    moves?: readonly string[];
}

export interface MustplayOptions {
    /** Where engine.wasm, default.net and solver.net are, if not beside the package's scripts: an address; in Node also a path. */
    folder?: string | URL;
    /** Megabytes that the engine may take for its search, 128 to 1024; 256 if left out. */
    memory?: number;
    /** Of `analyzePosition` where a call does not say it: 64 if left out. 1 is the network's first look. */
    playouts?: number;
    /** The same, in seconds: 1 if left out. 0: no limit. */
    time?: number;
}

export interface RequestOptions {
    /** Gives the request up: its promise is rejected with the signal's reason. */
    signal?: AbortSignal;
}

export interface AnalyzeOptions extends RequestOptions {
    /** Ends after so many play-outs or so many seconds, whichever comes first; 0: no such limit. */
    playouts?: number;
    time?: number;
    /** Called a few times per second with what is known so far. */
    onProgress?: (analysis: Analysis) => void;
}

/** Output of Hexplorer's analyzers (`whiteWin`, `policy`, `recommendedMove`), with what else is known. */
export interface Analysis {
    /** White's probability of winning, from 0 to 1; exactly 0 or 1 only where `winner` is proved or the game is over. */
    whiteWin: number;
    /** Where to play, by row, then by column, summing to 1: the share of the search's visits, all of it on moves that are proved
     * to win, or the network's policy where it did not search. 0 on stones, and everywhere once the game is over. */
    policy: number[][];
    /** Null when the game is over. */
    recommendedMove: Cell | null;
    /** Who is proved to win; null if nothing is proved. */
    winner: Color | null;
    visits: number;
    /** Best first; hopeless ones are left out. */
    moves: AnalysedMove[];
}

export interface AnalysedMove {
    move: Cell;
    /** Probability of winning of the side to move. */
    value: number;
    visits: number;
    /** The network's policy. */
    prior: number;
    proved: 'win' | 'loss' | null;
    /** What may follow, beginning with `move`. */
    pv: Cell[];
}

export interface SolveOptions extends RequestOptions {
    /** Seconds, at most 3600; 60 if left out. */
    time?: number;
    /** Decides every move, not only the position. */
    allMoves?: boolean;
    /** Of the solver; "auto" if left out. */
    method?: string;
    /** Called a few times per second with what is proved so far. */
    onProgress?: (solution: Solution) => void;
}

/** What the solver proved. Nothing in it is a guess. */
export interface Solution {
    /** Null if time or memory ended first. */
    winner: Color | null;
    toMove: Color;
    /** One that wins; null if none does, or if none is known. */
    move: Cell | null;
    /** Empty cells that the winner needs. */
    carrier: Cell[];
    /** Null without `allMoves`. */
    winningMoves: Cell[] | null;
    losingMoves: Cell[] | null;
    unknownMoves: Cell[] | null;
    nodes: number;
    seconds: number;
    method: string;
    /** Proof numbers of the search under way; 0 if there is none. */
    proof: number;
    disproof: number;
    /** Being searched. */
    line: Cell[];
    /** The move being decided; null for the position itself. */
    at: Cell | null;
    stopped: boolean;
}

/** What is known of a position without search. */
export interface Explanation {
    winner: Color | null;
    toMove: Color;
    /** One that wins, if that is known. */
    move: Cell | null;
    /** Empty cells that the winner needs. */
    carrier: Cell[] | null;
    /** Moves, each the only one to consider, after which the winner is known. */
    line: Cell[];
    /** Stones that may be added without changing who wins. */
    fill: { black: Cell[]; white: Cell[]; dead: Cell[] };
    inferior: {
        cell: Cell;
        kind: string;
        color: Color | null;
        /** The stone that answers, kills or beats it. */
        helper: Cell | null;
        pattern: number | null;
        reason: string;
    }[];
    /** Virtual connections between a colour's two edges. */
    connections: Record<
        Color,
        {
            /** The carrier of one that holds even if the opponent moves first. */
            full: Cell[] | null;
            /** Those that need `key` first. */
            semis: { key: Cell; carrier: Cell[] }[];
            /** How one of them is played, as a formula. */
            expression: string | null;
        }
    >;
    /** Where the side to move has to play; null when it is decided. */
    mustPlay: Cell[] | null;
    /** What is left to consider. */
    moves: Cell[];
    /** Parts of the board where only one link matters. */
    regions: { color: Color; ends: string[]; cells: Cell[] }[];
    /** The electric circuit after fill-in: resistance between each colour's edges, and the mover's lead; null when decided. */
    circuit: { black: number; white: number; lead: number } | null;
    /** All of it in words, several lines. */
    text: string;
    stopped: boolean;
}

export interface GenmoveOptions extends RequestOptions {
    /** A name of `info().players`; the strongest if left out. */
    player?: string;
    /** 1 to 10, as `info().levels` describes them; the strongest if left out. */
    level?: number;
    /** Seconds, at most 30; the player's own measure if left out. */
    time?: number;
    /** The swap rule holds: give the game in `moves` then. */
    swap?: boolean;
    /** It may resign. */
    resign?: boolean;
    /** Called now and then while it thinks, with `move` null. */
    onProgress?: (move: Move) => void;
}

export interface Move {
    /** A cell, "swap-pieces" or "resign"; null only in progress. */
    move: Cell | 'swap-pieces' | 'resign' | null;
    /** Probability of winning of the side to move; null if the player does not say. */
    value: number | null;
    visits: number;
    pv: string[];
    seconds: number;
    /** A swap that the atlas of openings decided. */
    byAtlas: boolean;
    stopped: boolean;
}

export interface ReviewOptions extends RequestOptions {
    /** For each position, 1 to 100,000; 200 if left out. */
    playouts?: number;
    /** Whether the game has the swap rule; "auto", if left out: yes if a swap was played. */
    swap?: 'on' | 'off' | 'auto';
    /** Called a few times per second with what is judged so far. */
    onProgress?: (review: Review) => void;
}

/** A game judged position by position; the game is `moves` of the position that was given. */
export interface Review {
    /** Of the game as it was played. */
    winner: Color | null;
    /** After 0, 1, 2, … moves, as far as they are judged. */
    positions: {
        number: number;
        toMove: Color;
        /** Probability of winning of the side to move, and of Black. */
        value: number;
        black: number;
        proved: 'win' | 'loss' | null;
        best: string | null;
        pv: string[];
    }[];
    moves: {
        number: number;
        color: Color;
        move: string;
        value: number;
        /** What was better, if anything was; of the second move also "swap-pieces". */
        best: string | null;
        bestValue: number;
        /** How much worse than the best move, at least 0. */
        loss: number;
        /** By the loss: 0.05, 0.1, 0.15 or more. "turning_point": by proof it threw a win away. */
        mark: 'inaccuracy' | 'mistake' | 'blunder' | 'turning_point' | null;
        /** What is wrong about a marked opening or swap. */
        swap: 'opening_strong' | 'opening_weak' | 'swap_missed' | 'swap_wrong' | null;
        /** The answer to a mistake, blunder or turning point was none itself; null for other moves and at the end. */
        punished: boolean | null;
        pv: string[];
    }[];
    /** Numbers of the moves that threw a proved win away. */
    turningPoints: number[];
    total: number;
    complete: boolean;
    seconds: number;
    stopped: boolean;
    /** Whether the swap rule holds, and what says so: the option, a swap that was played, or nothing. */
    swapRule: boolean;
    swapSource: 'asked' | 'move' | 'none';
    /** How well each played; null before anything is judged. */
    players: Record<Color, PlayerScore> | null;
    /** Null in progress. */
    coach: Coach | null;
}

export interface PlayerScore {
    moves: number;
    /** 0 to 100, as lichess counts it. */
    accuracy: number;
    meanLoss: number;
    inaccuracies: number;
    mistakes: number;
    blunders: number;
    turningPoints: number;
}

/** What a teacher says of a game. */
export interface Coach {
    /** The move that decided the game; null when none stands out. `settled`: every later position is proved for the same winner. */
    decisive: { number: number; proved: boolean; settled: boolean } | null;
    /** Of the bad moves that cost most, at most twelve. */
    notes: CoachNote[];
    /** At most three, those that cost most first. */
    lessons: { kind: NoteKind; moves: number[] }[];
}

/** What was missed; docs/WEB.md says more. */
export type NoteKind = 'intrusion' | 'mustplay' | 'ladder' | 'template' | 'bridge' | 'swap' | 'search';

export interface CoachNote {
    /** Of the move. */
    number: number;
    kind: NoteKind;
    /** "bridge", "template.ROW.NUMBER" or "ladder.ROW". */
    figure: string | null;
    /** Ends of the connection; of a ladder, where it is. */
    from: string | null;
    to: string | null;
    edge: string | null;
    cells: Cell[];
    ladderIn: 'better' | 'refutation' | 'game' | null;
    /** Begins with the opponent's answer. */
    refutation: string[];
    /** The refutation is proved: at its end the opponent is joined inside the empty cells `needs`. */
    refuted: boolean;
    needs: Cell[];
}

export interface ProveOptions extends RequestOptions {
    /** Seconds, at most 3600; 60 if left out. */
    time?: number;
}

/** A proof file. `mustplay-verify` checks it, and `walk` plays against it. */
export interface Proof {
    winner: Color | null;
    /** The whole file; null if time or memory ended first. */
    text: string | null;
    claims: number;
    seconds: number;
    stopped: boolean;
}

/** A proof, with moves of the loser's played against it. */
export interface Walk {
    width: number;
    height: number;
    winner: Color;
    /** By which program. */
    made: string;
    claims: number;
    root: { black: Cell[]; white: Cell[]; toMove: Color };
    first: Cell | null;
    /** Of each intrusion: what answers it, and why. */
    steps: { move: Cell; answer: Cell | null; reason: string; claim: number | null }[];
    /** After them; the loser is to move. */
    position: { black: Cell[]; white: Cell[]; toMove: Color };
    /** The empty cells, by what is answered to a stone there. */
    groups: { answer: Cell | null; reason: string; claim: number | null; cells: Cell[] }[];
    /** Claims that are still to be played, at most 32. */
    remaining: { claim: number; turned: boolean; stones: Cell[]; carrier: Cell[] }[];
    over: boolean;
    stopped: boolean;
}

/** Exactly one move wins: `move`. */
export interface Puzzle {
    position: { size: number; color: Color; black: Cell[]; white: Cell[] };
    move: Cell;
    /** 1 to 5, from easy to hard. */
    grade: number;
    /** The weakest level that finds the move; null: none does. */
    level: number | null;
}

export interface PuzzleOptions {
    /** Of the board, 5 to 11; all if left out. */
    size?: number;
    grade?: number;
}

export interface DrawOptions extends RequestOptions {
    title?: string;
    /** Texts on cells, at most 7 bytes each. */
    labels?: Record<Cell, string>;
    /** From 0 to 1. */
    heat?: Record<Cell, number>;
    /** Cells shown together, with a line of the legend; at most 12 sets. */
    sets?: readonly { name?: string; cells: readonly Cell[] }[];
    /** Between cells or edges ("top", "bottom", "left", "right"); at most 200. */
    arrows?: readonly { from: string; to: string; dashed?: boolean }[];
    /** Numbers on the stones in the order of `moves`. */
    numbers?: boolean;
    /** Shown unless false. */
    coordinates?: boolean;
    legend?: boolean;
    /** Pixels between neighbouring cells, 4 to 400; 44 if left out. */
    cellSize?: number;
}

export interface Info {
    /** Of the messages in docs/WEB.md. */
    protocol: number;
    version: string;
    /** In bytes, cells and seconds. */
    limits: { messageBytes: number; proofBytes: number; requests: number; timeMax: number; solveTimeMax: number; boardMax: number };
    /** Whether the network is there. */
    net: boolean;
    /** What `genmove` accepts as `level`. */
    levels: { level: number; help: string }[];
    defaultLevel: number;
    /** What it accepts as `player`. */
    players: { name: string; help: string; default: boolean; level: boolean }[];
    /** What `solve` accepts as `method`. */
    methods: { name: string; help: string; default: boolean }[];
    /** Kinds of inferior cells in explanations. */
    kinds: { kind: string; fills: boolean; help: string }[];
    /** Of servers: none here, and no. */
    openings: { width: number; height: number; known: number }[];
    cluster: boolean;
    /** Whether `walk` reads proofs compressed by zstd: no. */
    unpacks: boolean;
}

/** Why a request was not answered; `message` is a sentence for people. */
export class MustplayError extends Error {
    constructor(code: string, message: string, options?: ErrorOptions);
    /** "bad_input": a position, move or option that is not right. "over": the game is over. "busy": memory is short. "failure": the
     * engine's fault, or its files were not found. "closed": `close` was called. */
    readonly code: string;
}

/** A Hex engine in a thread of its own. It starts with the first request and answers one at a time, in order. Whatever is wrong
 * rejects the promise with a MustplayError. Objects of this class are analyzers for Hexplorer. */
export class Mustplay {
    constructor(options?: MustplayOptions);
    /** How good a position is and where to play. A finished game is analysed too. */
    analyzePosition(position: Position, options?: AnalyzeOptions): Promise<Analysis>;
    /** Who wins, by proof. */
    solve(position: Position, options?: SolveOptions): Promise<Solution>;
    /** What is known without search: inferior cells, connections, where one has to play. */
    explain(position: Position, options?: RequestOptions): Promise<Explanation>;
    /** A move to play. */
    genmove(position: Position, options?: GenmoveOptions): Promise<Move>;
    /** A game judged position by position, with a coach's notes. */
    review(game: Position, options?: ReviewOptions): Promise<Review>;
    /** Who wins, as a proof file that other programs check. */
    prove(position: Position, options?: ProveOptions): Promise<Proof>;
    /** Plays moves of the loser's against a proof. The file is not checked for truth. */
    walk(proof: string, intrusions?: readonly Cell[], options?: RequestOptions): Promise<Walk>;
    /** Positions in which exactly one move wins. */
    puzzles(options?: PuzzleOptions): Promise<Puzzle[]>;
    /** A picture of the board, as the text of an SVG file. */
    draw(position: Position, options?: DrawOptions): Promise<string>;
    /** What this engine has: its version, levels, players, methods. */
    info(): Promise<Info>;
    /** "Mustplay", for menus of analyzers. */
    getName(): string;
    /** Ends the engine and what it was asked. A program that only waits for an idle engine ends without this. */
    close(): void;
}
