import type { Intent, Owner, Screen } from './android.ts';
import { boardActivity } from './board-activity.ts';
import type { Internet } from './internet.ts';
import { linkActivity } from './link-activity.ts';
import { type Activity, activities, MAIN, PACKAGE, VIEW } from './manifest.ts';

/** Outcome of an intent. */
export type Delivery = { started: string } | { problem: string };

const HOME: Screen = { title: 'Home', lines: [] };

export class Phone {
  screen: Screen = HOME;
  /** A line that is shown briefly at the lower edge. */
  toast = '';
  readonly owner: Owner;
  private readonly internet: Internet;
  private readonly board: () => string[];

  constructor(owner: Owner, internet: Internet, board: () => string[]) {
    this.owner = owner;
    this.internet = internet;
    this.board = board;
  }

  home(): void {
    this.screen = HOME;
    this.toast = '';
  }

  /** Delivers an intent that comes from outside the app. */
  deliver(intent: Intent): Delivery {
    this.toast = '';
    const activity = intent.component ? this.named(intent.component) : activities.find((one) => takes(one, intent));
    if (typeof activity === 'string') return { problem: activity };
    if (activity) {
      this.start(activity, intent);
      return { started: `${PACKAGE}/${activity.name}` };
    }
    if (!intent.component && intent.action === VIEW && intent.data && /^https?:$/.test(intent.data.protocol)) {
      const { hostname } = intent.data;
      this.screen = {
        title: `Browser: ${hostname}`,
        lines: this.internet.load(intent.data, { 'user-agent': 'Browser/131' }),
      };
      return { started: 'example.browser/.Main' };
    }
    return { problem: 'Error: Activity not started, unable to resolve Intent' };
  }

  /** Presses a button on the screen of the app. */
  press(button: string): void {
    this.toast = '';
    if (button === 'app') {
      this.start(activities[0] as Activity, { action: MAIN, categories: [], extras: new Map() });
    } else if (button === 'help') {
      this.screen = linkActivity({ categories: [], extras: new Map() }, this.owner, this.internet);
    } else if (button === 'board' && this.screen.activity === '.MainActivity') {
      if (!this.owner.isPilot) this.toast = 'For pilots only.';
    } else {
      this.home();
    }
  }

  /** Returns an activity by its name, or why it is not started. */
  private named({ package: owner, activity }: { package: string; activity: string }): Activity | string {
    const short = activity.startsWith(`${PACKAGE}.`) ? activity.slice(PACKAGE.length) : activity;
    const found = activities.find(({ name }) => owner === PACKAGE && name === short);
    const full = `${owner.slice(0, 80)}/${activity.slice(0, 80)}`;
    if (!found) return `Error type 3\nError: Activity class {${full}} does not exist.`;
    if (!found.exported) {
      return `java.lang.SecurityException: Permission Denial: starting Intent { cmp=${full} } from null (pid=4102, uid=2000) not exported from uid 10148`;
    }
    return found;
  }

  private start({ name }: Activity, intent: Intent): void {
    if (name === '.LinkActivity') {
      this.screen = linkActivity(intent, this.owner, this.internet);
    } else if (name === '.PilotBoardActivity') {
      const screen = boardActivity(intent, this.owner, this.board);
      if (screen) this.screen = screen;
      else this.toast = 'The board opened and closed itself again.';
    } else {
      const { name: who, isPilot } = this.owner;
      this.screen = {
        activity: '.MainActivity',
        title: 'Deep Harbour',
        lines: [`Signed in as ${who}, ${isPilot ? 'pilot' : 'skipper'}.`, 'High water 04:12 and 16:40.', 'Fog: yes.'],
      };
    }
  }
}

/** Returns whether the filter of an exported activity accepts an intent without a target. */
function takes({ exported, filter }: Activity, { action, data, categories }: Intent): boolean {
  if (!exported || !filter || filter.action !== action) return false;
  if (!categories.every((category) => filter.categories.includes(category))) return false;
  if (filter.scheme === undefined) return data === undefined;
  return data?.protocol === `${filter.scheme}:` && data.hostname === filter.host;
}
