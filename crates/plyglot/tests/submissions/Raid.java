// Stake and Raid by plain minimax.
import java.nio.file.*;
import java.util.*;

public class Raid {
    static int size;
    static char player;
    static int[][] values;
    static final int[][] STEPS = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

    static char other(char me) {
        return me == 'X' ? 'O' : 'X';
    }

    static boolean touches(char[][] board, int row, int column, char owner) {
        for (int[] step : STEPS) {
            int r = row + step[0], c = column + step[1];
            if (0 <= r && r < size && 0 <= c && c < size && board[r][c] == owner) return true;
        }
        return false;
    }

    /** Row, column and 1 for a Raid. */
    static List<int[]> moves(char[][] board, char me) {
        List<int[]> found = new ArrayList<>();
        for (int raid = 0; raid < 2; raid++)
            for (int row = 0; row < size; row++)
                for (int column = 0; column < size; column++)
                    if (board[row][column] == '.' && (raid == 0 || touches(board, row, column, me)))
                        found.add(new int[] {row, column, raid});
        return found;
    }

    static char[][] play(char[][] board, int[] move, char me) {
        char[][] next = new char[size][];
        for (int row = 0; row < size; row++) next[row] = board[row].clone();
        next[move[0]][move[1]] = me;
        if (move[2] == 1)
            for (int[] step : STEPS) {
                int r = move[0] + step[0], c = move[1] + step[1];
                if (0 <= r && r < size && 0 <= c && c < size && next[r][c] == other(me)) next[r][c] = me;
            }
        return next;
    }

    static int search(char[][] board, char me, int depth, int[][] best) {
        List<int[]> choices = depth > 0 ? moves(board, me) : List.of();
        if (choices.isEmpty()) {
            int total = 0;
            for (int row = 0; row < size; row++)
                for (int column = 0; column < size; column++)
                    if (board[row][column] != '.')
                        total += board[row][column] == player ? values[row][column] : -values[row][column];
            return total;
        }
        Integer value = null;
        for (int[] move : choices) {
            int found = search(play(board, move, me), other(me), depth - 1, null);
            if (value == null || (me == player ? found > value : found < value)) {
                value = found;
                if (best != null) best[0] = move;
            }
        }
        return value;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("input.txt"));
        size = Integer.parseInt(lines.get(0).trim());
        player = lines.get(2).charAt(0);
        int depth = Integer.parseInt(lines.get(3).trim());
        values = new int[size][];
        char[][] board = new char[size][];
        for (int row = 0; row < size; row++) {
            String[] words = lines.get(4 + row).trim().split("\\s+");
            values[row] = Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
            board[row] = lines.get(4 + size + row).trim().toCharArray();
        }
        int[][] best = new int[1][];
        search(board, player, depth, best);
        StringBuilder text = new StringBuilder();
        text.append((char) ('A' + best[0][1])).append(best[0][0] + 1);
        text.append(best[0][2] == 1 ? " Raid\n" : " Stake\n");
        for (char[] row : play(board, best[0], player)) text.append(row).append('\n');
        Files.writeString(Path.of("output.txt"), text.toString());
    }
}
