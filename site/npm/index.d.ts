/** A cell: letter = column, number = row, "a1" to "s19". */
export type Cell = string;
export type Color = 'black' | 'white';

/** A position. Black joins top and bottom and moves first; White joins left and right. Cells may be a list, or text with blanks or commas. */
export interface Position {
    /** Both sides of the board, 1 to 19; or `width` and `height`. */
    size?: number;
    width?: number;
    height?: number;
    black?: Cell[] | string;
    white?: Cell[] | string;
    /** Who moves; left out: by the numbers of stones. */
    color?: Color;
    toMove?: Color;
    /** Moves after that, alternating. */
    moves?: string[] | string;
}

export interface Options<Progress> {
    /** Called now and then with all that is known so far. */
    progress?: (message: Progress) => void;
    /** Ends the request with what it has found. Moves are chosen in one piece and end by themselves. */
    signal?: AbortSignal;
}

/** What Hexplorer's analyzers return. */
export interface PositionAnalysis {
    /** White's winning probability, 0 to 1. */
    whiteWin: number;
    /** Share of the search by move; the shares sum to 1. */
    policy: Record<Cell, number>;
    /** null when the position has no move. */
    recommendedMove: Cell | null;
}

export interface Candidate {
    move: Cell;
    /** Of the side to move. */
    value: number;
    visits: number;
    prior: number;
    proved: 'win' | 'loss' | null;
    pv: Cell[];
}

export interface Analysis {
    to_move: Color;
    value: number;
    proved: 'win' | 'loss' | null;
    visits: number;
    seconds: number;
    stopped: boolean;
    moves: Candidate[];
}

export interface Solution {
    /** null: not decided within the time. */
    winner: Color | null;
    to_move: Color;
    move: Cell | null;
    /** The empty cells that the winner needs. */
    carrier: Cell[];
    winning_moves: Cell[] | null;
    losing_moves: Cell[] | null;
    unknown_moves: Cell[] | null;
    nodes: number;
    seconds: number;
    stopped: boolean;
}

export interface Chosen {
    /** A cell, "swap-pieces" or null when it was stopped early. */
    move: string | null;
    value: number | null;
    visits: number;
    pv: Cell[];
    seconds: number;
    stopped: boolean;
}

/** What knowledge says without search; docs/WEB.md lists all keys. */
export interface Explanation {
    winner: Color | null;
    move: Cell | null;
    must_play: Cell[] | null;
    inferior: { cell: Cell; kind: string; color: Color | null; helper: Cell | null; pattern: number | null; reason: string }[];
    text: string;
    [key: string]: unknown;
}

/** `code`: bad_request, bad_input (the sentence says what is wrong with the position), over, busy, no_net, failure. */
export class MustplayError extends Error {
    code: string;
}

/** The engine in a worker of its own. Requests may overlap; a newer one of a kind ends the older one. */
export class Mustplay {
    /** `net: false` leaves out the large network: 2 MB less to load, no analysis. `memory`: megabytes that the engine may take. */
    static create(options?: { net?: boolean; memory?: number }): Promise<Mustplay>;
    /** The interface of Hexplorer's analyzers. */
    analyzePosition(position: Position, options?: Options<Analysis> & { playouts?: number; time?: number }): Promise<PositionAnalysis>;
    analyse(position: Position, options?: Options<Analysis> & { playouts?: number; time?: number }): Promise<Analysis>;
    /** Proves who wins, within `time` seconds. */
    solve(position: Position, options?: Options<Solution> & { allMoves?: boolean; time?: number }): Promise<Solution>;
    explain(position: Position, options?: Options<never>): Promise<Explanation>;
    /** Chooses a move: `level` from 1 to 10. */
    genmove(position: Position, options?: Options<Chosen> & { level?: number; time?: number; swap?: boolean; player?: string }): Promise<Chosen>;
    /** Any request of docs/WEB.md. */
    request(what: string, body?: object, options?: Options<any>): Promise<any>;
    /** Ends the worker. */
    close(): void;
}
