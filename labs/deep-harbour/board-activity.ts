import type { Intent, Owner, Screen } from './android.ts';

export const source = `public class PilotBoardActivity extends Activity {
  @Override protected void onCreate(Bundle state) {
    super.onCreate(state);
    // MainActivity has already checked that this is a pilot
    if (!getIntent().getBooleanExtra("fromMenu", false)) {
      finish();
      return;
    }
    setContentView(R.layout.board);
    Board.load(this);
  }
}`;

/** Handles an intent. The hole: the intent itself says whether its sender is a pilot. */
export function boardActivity(intent: Intent, _owner: Owner, board: () => string[]): Screen | undefined {
  if (intent.extras.get('fromMenu') !== true) return undefined;
  return { activity: '.PilotBoardActivity', title: "Pilots' board", lines: board() };
}
