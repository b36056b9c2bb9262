// Solves the positions on stdin, a line of moves on 4x4 each, with all their moves. Prints how many moves win in all, and the
// CPU seconds. Python does the same (tests/long/python.py).
#include <mustplay/mustplay.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    mp_engine *engine = mp_engine_new(NULL);
    char line[200];
    int wins = 0;
    clock_t start = clock();
    mp_solver *solver = mp_solver_new(engine, NULL, NULL);
    while (fgets(line, sizeof line, stdin)) {
        mp_moves moves = MP_INIT(mp_moves);
        moves.solution.size = sizeof moves.solution;
        line[strcspn(line, "\n")] = '\0';
        mp_game *game = mp_game_new(4, 4, NULL);
        if (*line && !mp_game_play_text(game, line, NULL)) return 2;
        if (!mp_solver_solve_moves(solver, game, NULL, NULL, NULL, &moves, NULL)) return 1;
        wins += moves.winning.count;
        mp_game_free(game);
    }
    printf("%d %.6f\n", wins, (double)(clock() - start) / CLOCKS_PER_SEC);
    mp_solver_free(solver, NULL);
    mp_engine_free(engine);
    return 0;
}
