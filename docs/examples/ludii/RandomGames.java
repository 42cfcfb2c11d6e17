/*
 * Plays random games of a description of Kauri in Ludii and prints every position:
 *
 *     java -cp Ludii-1.3.13.jar RandomGames.java Kauri.lud "Ties/Draw" GAMES SEED
 *
 * A line is "HOLES HANDS MOVER MOVES CHOSEN": the counters of the sites of the board, the captures of
 * P1 and P2, the player to move, the sites that this player can select, and the one that is played.
 * A pass is the site -1. The last line of a game is "HOLES HANDS over WINNER", with 0 for a draw, and -1
 * if Ludii ends the game because it has taken too many turns.
 */
import game.Game;
import game.types.board.SiteType;
import java.io.File;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import main.Status.EndType;
import main.collections.FastArrayList;
import other.GameLoader;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

public final class RandomGames {
    private static String join(int count, java.util.function.IntUnaryOperator number) {
        StringJoiner joiner = new StringJoiner(",");
        for (int i = 0; i < count; i++)
            joiner.add(Integer.toString(number.applyAsInt(i)));
        return joiner.toString();
    }

    private static int site(Move move) {
        return move.isPass() ? -1 : move.from();
    }

    private static String counters(Game game, Context context) {
        return join(game.board().numSites(),
                    i -> context.containerState(0).count(i, game.board().defaultSite()))
            + " " + join(2, i -> context.containerState(i + 1).count(
                        context.sitesFrom()[i + 1], SiteType.Cell));
    }

    public static void main(String[] arguments) {
        Game game = GameLoader.loadGameFromFile(new File(arguments[0]), List.of(arguments[1]));
        Random random = new Random(Long.parseLong(arguments[3]));
        Trial trial = new Trial(game);
        Context context = new Context(game, trial);
        for (int games = Integer.parseInt(arguments[2]); games > 0; games--) {
            game.start(context);
            while (!trial.over()) {
                FastArrayList<Move> moves = game.moves(context).moves();
                Move move = moves.get(random.nextInt(moves.size()));
                System.out.println(counters(game, context) + " " + context.state().mover() + " "
                                   + join(moves.size(), i -> site(moves.get(i))) + " " + site(move));
                game.apply(context, move);
            }
            boolean ended = trial.status().endType() == EndType.NaturalEnd;
            System.out.println(counters(game, context) + " over "
                               + (ended ? trial.status().winner() : -1));
        }
    }
}
