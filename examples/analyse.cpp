/* The same as analyse.c in C++: handles are released by themselves, and the candidates go to a function object.
 *     c++ analyse.cpp $(pkg-config --cflags --libs mustplay) -o analyse
 *     ./analyse 11 "c2 f6" 2 */
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mustplay/mustplay.h>
#include <stdexcept>

template <auto Free> struct Release {
    template <typename Handle> void operator()(Handle *handle) const { Free(handle); }
};
using Engine = std::unique_ptr<mp_engine, Release<mp_engine_free>>;
using Game = std::unique_ptr<mp_game, Release<mp_game_free>>;
using Analysis = std::unique_ptr<mp_analysis, Release<mp_analysis_free>>;
using Listener = std::function<void(const mp_report &)>;

/* Throws what the library reports: every function that can fail takes an error last. */
template <typename Result> static Result checked(Result result, const mp_error &error) {
    if (!result) throw std::runtime_error(error.text);
    return result;
}

static void hear(void *context, const mp_report *report) {
    (*static_cast<const Listener *>(context))(*report);
}

static void analyse(int size, const char *moves, double seconds) {
    mp_error error{};
    Engine engine(checked(mp_engine_new(&error), error));
    Game game(checked(mp_game_new(size, size, &error), error));
    checked(mp_game_play_text(game.get(), moves, &error), error);
    Listener print = [&](const mp_report &report) {
        char name[MP_NAME_MAX];
        std::printf("%6.2f s %8llu play-outs:", report.seconds, static_cast<unsigned long long>(report.playouts));
        for (int i = 0; i < report.count && i < 3; i++)
            std::printf("  %s %.0f %%", mp_move_name(game.get(), report.candidate[i].move, name),
                        100 * report.candidate[i].value);
        std::printf("\n");
    };
    mp_limits limits = MP_INIT(mp_limits);
    limits.seconds = seconds;
    Analysis analysis(checked(mp_analysis_new(engine.get(), nullptr, &error), error));
    checked(mp_analysis_start(analysis.get(), game.get(), &limits, 0.25, hear, &print, &error), error);
    checked(mp_analysis_wait(analysis.get(), nullptr, &error), error);
}

int main(int argc, char **argv) {
    try {
        analyse(argc > 1 ? std::atoi(argv[1]) : 11, argc > 2 ? argv[2] : "", argc > 3 ? std::atof(argv[3]) : 2);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "analyse: %s\n", error.what());
        return 1;
    }
}
