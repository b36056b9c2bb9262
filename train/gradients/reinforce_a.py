"""REINFORCE-A, as in AlphaGo: the moves of the learning net against an opponent drawn from former iterations."""
OLD, EXTRA = True, False


def rows(loop, games):
    return games.every_move(own=True)
