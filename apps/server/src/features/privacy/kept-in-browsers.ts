import type { StoredThing } from '@hexpedition/contract';

/*
 * Everything that the platform's own pages keep in a browser, for the legal page. `architecture/kept-in-browsers.test.ts`
 * holds it to the sources: what is stored under a name that is not here fails it. `…` stands for how a name goes on.
 */

type Kind = StoredThing['kind'];
type Line = [name: string, what: string, lasts: string];

const list = (kind: Kind, lines: readonly Line[]): StoredThing[] =>
  lines.map(([name, what, lasts]) => ({ kind, name, what, lasts }));

const untilCleared = 'Until you clear the data of this site';
const untilLogOut = 'Until you log out';
const tab = 'Until you close the tab';

const local: readonly Line[] = [
  ['token', 'Your session: it shows the server who you are.', untilLogOut],
  ['user', 'A copy of your account, so that a page shows your name at once.', untilLogOut],
  ['left', 'Tells your other tabs that you have logged out, and why.', 'A moment'],
  ['about', 'What you have written about yourself and not saved yet.', 'Until you save it, discard it or log out'],
  ['visit', 'What you have finished and answered, until an account has it.', 'Until you sign in, or log out'],
  ['notes:…', 'Notes that you have written, until an account has them.', 'Until they are in your account'],
  ['hints', 'Which hints of a lab you have opened.', 'Until you open that lab signed in'],
  ['theme', 'Whether you have chosen the dark or the light look.', untilCleared],
  ['shortcuts', 'That you have switched the keyboard shortcuts off.', 'Until you switch them on'],
  ['tab', 'Which tab of a lesson you picked last, such as macOS, to show you the same in the next one.', untilCleared],
  [
    'bench',
    'How you have set the bench of a lab: its split, the size of its text, and whether screen readers are told of it.',
    untilCleared,
  ],
  ['dismissed', 'Which notices you have closed: the last fifty.', untilCleared],
  ['notices', 'How high your notices are, so that the next page does not jump.', untilCleared],
  ['celebrated', 'Which trainings you have finished with confetti, so that it does not come again.', untilCleared],
  ['versions', 'Which version of the map a superuser looks at.', untilCleared],
];

const session: readonly Line[] = [
  ['shown-before', 'That you were asked for your consent during this visit.', tab],
  ['tsr-scroll-restoration…', 'How far you had scrolled, so that Back leads to the same place.', tab],
  ['tanstack_router_reload:…', 'That a page was loaded anew, because a file of it was gone after an update.', tab],
  ['map-cameras', 'Which part of the map you looked at, so that Back shows the same.', tab],
  ['typed:…', 'A flag that you typed before you signed in.', 'Until you are back at its box'],
  ['voucher', 'The code of a voucher whose link you opened.', 'Until the page of vouchers has read it'],
  [
    'check-access',
    'That you were sent to a page in front of this site once, so that you are not sent in circles.',
    tab,
  ],
  ['terminals', 'The names of the terminals that you have open in a lab.', tab],
  ['view', 'Whose pages a superuser is looking at.', 'Until they stop looking'],
];

const caches: readonly Line[] = [
  [
    'hx-assets-1',
    'Scripts, styles and fonts of pages that you opened, to show them without a connection.',
    untilCleared,
  ],
  [
    'hx-pages-1',
    'Pages that you opened, to read them without a connection. They are the same for everybody.',
    untilCleared,
  ],
  [
    'hx-reading-1-…',
    'The lessons that you opened and how far you are, to read them without a connection.',
    'Until you log out, or clear the data of this site',
  ],
];

/** By every platform, however it is set up. */
export const keptByPages: readonly StoredThing[] = [
  ...list('local', local),
  ...list('session', session),
  ...list('cache', caches),
];

/** Where plans are sold. */
export const keptForCheckout: readonly StoredThing[] = list('session', [
  ['checkout', 'That Paddle’s script did not come, so that no page offers what cannot be bought.', tab],
]);

/** Where the sandbox stands in for Paddle, on the operator's own machine. */
export const keptBySandbox: readonly StoredThing[] = list('cookie', [
  ['paddle_sandbox_control', 'Opens the page on which the sandbox is controlled.', 'Until you close the browser'],
]);

/** What Matomo's script keeps under this site's address, for as long as it says by itself. We change none of it. */
export const keptByMatomo: readonly StoredThing[] = list('cookie', [
  ['_pk_id…', 'A number by which Matomo knows your browser again.', '13 months'],
  ['_pk_ses…', 'That your visit goes on.', '30 minutes'],
  ['_pk_ref…', 'Which page of somebody else’s led you here.', 'Six months'],
  ['mtm_consent…', 'Matomo’s own note that you have taken your consent back. This site deletes it.', 'A moment'],
]);
