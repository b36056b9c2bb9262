// A network: a residual trunk, a policy p and an action value q per cell, a state value v (Gao 2020, chapter
// 4). It is defined, tensor by tensor, in train/net.py and docs/TRAINING.md.
//
// One net serves every board from 3x3 to 19x19 and both colours. A position is first mirrored so that the
// side to move joins top and bottom. Nothing a net says is a proof.
//
// A plain net is the older kind of chapter 3, CNN(d, w): a stack of d - 1 layers of w filters, without residuals.
// It has 9 or 12 planes that know bridges (net/planes.h; train/cnn.py), and a policy alone. Its v and q are 0, and
// it is evaluated in f32 only.
//
// A Net is immutable and may be shared by threads. An evaluator (net/evaluator.h) belongs to one thread.
#ifndef MUSTPLAY_NET_NET_H
#define MUSTPLAY_NET_NET_H

#include "net/tensor_file.h"

typedef struct NetArch {
    int blocks, channels, head, value; // a plain net has no blocks, head and value
    int planes; // of the input: 3, 4 with the moves to be considered, or of a plain net 9 or 12
    int layers; // of a plain net: 3x3 convolutions between the first and the last layer
} NetArch;

// A convolution of 3x3 with padding 1; `weight` is [out][in][3][3].
typedef struct NetConv {
    int in, out;
    const float *weight, *bias;
} NetConv;

enum { NET_PLACES = 16 }; // of a tile

typedef struct Net {
    TensorFile file; // owns the numbers
    NetArch arch;
    const float *input_weight, *input_bias; // [C][planes][5][5], [C]
    int convs;
    NetConv *conv;      // the blocks' in order, then the two heads' as one, policy first
    float *head_weight; // of that last one: both heads' weights joined
    float *head_bias;
    const float *policy_weight, *policy_bias; // [P], [1]; of a plain net [C], [1]
    const float *action_weight, *action_bias;
    const float *fc1_weight, *fc1_bias, *fc2_weight, *fc2_bias; // [V][2C], [V], [V], [1]
    float *activation_max; // [convs]: the largest input that 8 bits represent; NULL without calibration
    float (*tile_max)
        [NET_PLACES]; // [convs]: the same of transformed inputs (net/tiles.h), by place; NULL without
} Net;

// Sees the inputs of a convolution, [height][width][channels]: `conv` counts as in Net. For the calibration.
typedef void (*NetTap)(void *context, int conv, const float *map, int height, int width);

// The largest boards and nets that are accepted.
enum { NET_BLOCKS_MAX = 64, NET_CHANNELS_MAX = 512, NET_HEAD_MAX = 256, NET_VALUE_MAX = 1024 };
#define NET_FORMAT "mustplay-net-1"

// Read a net; an error says what is wrong with the file and where.
Net *net_load(const char *path, Error *error);
Net *net_parse(const void *bytes, size_t size, const char *name, Error *error);
void net_free(Net *net);

// CNN(d, w): a policy alone.
static inline bool net_is_plain(const Net *net) {
    return net->arch.layers > 0;
}

size_t net_parameters(const Net *net);
// Copies the net's file `from` with the calibration in its metadata.
bool net_annotate(const Net *net, const char *from, const char *to, bool replace, Error *error);

// Measures activations on positions of games that the net plays with itself, some moves by its policy, some random.
// Sets activation_max and tile_max, which the evaluation in 8 bits needs. The same seed gives the same numbers. An error
// for a plain net, which has no such form.
bool net_calibrate(Net *net, int positions, uint64_t seed, Error *error);

// --- Where nets are.
// Nets are in the folder `nets` of a data folder. That is `data`, or if it is NULL the environment's MUSTPLAY_DATA. Without
// either, these are tried in order: the program's ../share/mustplay, the build's source tree, the share/mustplay beside
// the shared library, the configured install folder.
//
// Calls back with the paths of candidate nets in order. First comes the environment's MUSTPLAY_NET, whether or not it exists;
// then *.safetensors of the data folders, the default first. Stops when `each` returns false.
void net_search(const char *data, bool (*each)(void *context, const char *path), void *context);
// The first that exists: writes its path; false when there is none.
bool net_find_in(const char *data, char *path, size_t size);
bool net_find(char *path, size_t size); // `data` NULL
// The solver's small net: the environment's MUSTPLAY_SOLVER_NET, else solver/solver.safetensors in the same folders.
bool net_find_solver_in(const char *data, char *path, size_t size);
bool net_find_solver(char *path, size_t size); // `data` NULL
// The first data folder that has nets; false when there is none.
bool data_find(const char *data, char *path, size_t size);

#endif
