"""Stake and Raid as a student would write it, with a mistake if FLAW names one."""

FLAW = ""


def read():
    lines = [line.strip() for line in open("input.txt")]
    size = int(lines[0])
    values = [[int(word) for word in line.split()] for line in lines[4 : 4 + size]]
    board = [list(line) for line in lines[4 + size : 4 + 2 * size]]
    return size, lines[1], lines[2], int(lines[3]), values, board


def neighbours(row, column):
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    if FLAW == "diagonal":
        steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    for down, right in steps:
        if 0 <= row + down < size and 0 <= column + right < size:
            yield row + down, column + right


def conquers(board, row, column, me):
    around = [board[r][c] for r, c in neighbours(row, column)]
    return me in around and other(me) in around


def can_raid(board, row, column, me):
    return any(board[r][c] == me for r, c in neighbours(row, column))


def other(me):
    return "O" if me == "X" else "X"


def moves(board, me):
    free = [(r, c) for r in range(size) for c in range(size) if board[r][c] == "."]
    if FLAW == "column-major":
        free.sort(key=lambda cell: (cell[1], cell[0]))
    stakes = [(cell, "Stake") for cell in free]
    raids = [(cell, "Raid") for cell in free if conquers(board, *cell, me)]
    if FLAW == "raids-first":
        return raids + stakes
    if FLAW == "empty-raids":
        return [(cell, "Raid") for cell in free if can_raid(board, *cell, me)] + stakes
    if FLAW == "interleaved":
        return sorted(stakes + raids, key=lambda move: (move[0], move[1] == "Raid"))
    if FLAW == "raid-before-stake":
        return sorted(stakes + raids, key=lambda move: (move[0], move[1] == "Stake"))
    if FLAW == "raids-by-origin":
        own = [(r, c) for r in range(size) for c in range(size) if board[r][c] == me]
        return stakes + [(near, "Raid") for cell in own for near in neighbours(*cell)
                         if board[near[0]][near[1]] == "." and conquers(board, *near, me)]
    return stakes + raids


def play(board, move, me):
    (row, column), kind = move
    board = [line[:] for line in board]
    board[row][column] = me
    todo = [(row, column)] if kind == "Raid" else []
    while todo:
        for r, c in neighbours(*todo.pop()):
            if board[r][c] == other(me):
                board[r][c] = me
                if FLAW == "chain-reaction":
                    todo.append((r, c))
    return board


def score(board):
    view = "X" if FLAW == "x-is-max" else player
    total = 0
    for r in range(size):
        for c in range(size):
            if board[r][c] != ".":
                total += values[r][c] if board[r][c] == view else -values[r][c]
    return total


def search(board, me, depth, alpha, beta):
    choices = moves(board, me) if depth > 0 else []
    if not choices:
        return score(board), None
    best, value = None, float("-inf") if me == player else float("inf")
    for move in choices:
        found, _ = search(play(board, move, me), other(me), depth - 1, alpha, beta)
        better = found > value if me == player else found < value
        if best is None or better or (equal_is_better and found == value):
            best, value = move, found
        if not prune:
            continue
        if me == player:
            if value >= beta:
                break
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                break
            beta = min(beta, value)
    return value, best


size, mode, player, depth, values, board = read()
prune = mode == "ALPHABETA" and FLAW != "last-of-equals"
equal_is_better = FLAW == "last-of-equals" or (FLAW == "bound-for-value" and prune)
_, best = search(board, player, depth, float("-inf"), float("inf"))
(row, column), kind = best
if FLAW == "swapped":
    name = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[row] + str(column + 1)
else:
    name = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column] + str(row + 1)
with open("output.txt", "w") as out:
    out.write(f"{name} {kind}\n")
    for line in play(board, best, player):
        out.write("".join(line) + "\n")
