// Stake and Raid by plain minimax.
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

struct Move { int row, column; bool raid; };
using Board = std::vector<std::string>;

int size, depth_limit;
char player;
std::vector<std::vector<int>> values;

char other(char me) { return me == 'X' ? 'O' : 'X'; }

template <class Each> void neighbours(int row, int column, Each each) {
  const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
  for (auto& step : steps) {
    int r = row + step[0], c = column + step[1];
    if (0 <= r && r < size && 0 <= c && c < size) each(r, c);
  }
}

std::vector<Move> moves(const Board& board, char me) {
  std::vector<Move> found;
  for (bool raid : {false, true})
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++) {
        if (board[row][column] != '.') continue;
        bool base = false;
        neighbours(row, column, [&](int r, int c) { base |= board[r][c] == me; });
        if (!raid || base) found.push_back({row, column, raid});
      }
  return found;
}

Board play(Board board, Move move, char me) {
  board[move.row][move.column] = me;
  if (move.raid)
    neighbours(move.row, move.column, [&](int r, int c) {
      if (board[r][c] == other(me)) board[r][c] = me;
    });
  return board;
}

int search(const Board& board, char me, int depth, Move* best) {
  auto choices = depth > 0 ? moves(board, me) : std::vector<Move>();
  if (choices.empty()) {
    int total = 0;
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++)
        if (board[row][column] != '.')
          total += board[row][column] == player ? values[row][column] : -values[row][column];
    return total;
  }
  bool first = true;
  int value = 0;
  for (auto& move : choices) {
    int found = search(play(board, move, me), other(me), depth - 1, nullptr);
    if (first || (me == player ? found > value : found < value)) {
      value = found;
      if (best) *best = move;
    }
    first = false;
  }
  return value;
}

int main() {
  std::ifstream in("input.txt");
  std::string mode;
  in >> size >> mode >> player >> depth_limit;
  values.assign(size, std::vector<int>(size));
  for (auto& row : values)
    for (int& value : row) in >> value;
  Board board(size);
  for (auto& row : board) in >> row;
  Move best{};
  search(board, player, depth_limit, &best);
  std::ofstream out("output.txt");
  out << char('A' + best.column) << best.row + 1 << (best.raid ? " Raid\n" : " Stake\n");
  for (auto& row : play(board, best, player)) out << row << "\n";
}
