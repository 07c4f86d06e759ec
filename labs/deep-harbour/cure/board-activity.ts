import type { Intent, Owner, Screen } from './android.ts';

export const source = `public class PilotBoardActivity extends Activity {
  @Override protected void onCreate(Bundle state) {
    super.onCreate(state);
    if (!Session.isPilot(this)) {
      finish();
      return;
    }
    setContentView(R.layout.board);
    Board.load(this);
  }
}`;

/** What the activity does with a letter: it asks the session, whatever the letter says. */
export function boardActivity(_intent: Intent, owner: Owner, board: () => string[]): Screen | undefined {
  if (!owner.isPilot) return undefined;
  return { activity: '.PilotBoardActivity', title: "Pilots' board", lines: board() };
}
