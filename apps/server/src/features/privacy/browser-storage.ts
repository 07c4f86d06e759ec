import type { BrowserStorageItem } from '@hexpedition/contract';

/*
 * Everything that the platform's own pages store in a browser, for the legal page.
 * `architecture/browser-storage.test.ts` compares it with the sources and fails for each key that is missing here. `…`
 * replaces the variable rest of a name.
 */

type Kind = BrowserStorageItem['kind'];
type Row = [name: string, what: string, lasts: string];

const list = (kind: Kind, rows: readonly Row[]): BrowserStorageItem[] =>
  rows.map(([name, what, lasts]) => ({ kind, name, what, lasts }));

const untilCleared = 'Until you clear this site’s data';
const untilLogOut = 'Until you log out';
const untilTabCloses = 'Until you close the tab';

const local: readonly Row[] = [
  ['token', 'Your session. It identifies you to the server.', untilLogOut],
  ['user', 'A copy of your account, so that pages show your name without a delay.', untilLogOut],
  ['left', 'Tells your other tabs that you have logged out, and why.', 'Less than a second'],
  ['about', 'Unsaved changes of your profile text.', 'Until you save it, discard it or log out'],
  ['visit', 'Your progress, answers and flags as a visitor.', 'Until you log in or log out'],
  ['drill-key', 'A random number that decides which values a drill shows you as a visitor.', untilCleared],
  ['notes:…', 'Notes that you have written as a visitor.', 'Until they are in your account'],
  ['setup', 'Entries of the setup wizard of a new site, without the password.', 'Until the setup is complete'],
  ['hints', 'Which hints of a lab you have opened as a visitor.', 'Until you log in and open that lab'],
  ['theme', 'Whether you chose the dark or the light theme.', untilCleared],
  ['shortcuts', 'Whether you have switched off the keyboard shortcuts.', 'Until you switch them on'],
  ['tab', 'Which tab you selected last, for example macOS, to select the same one in other lessons.', untilCleared],
  ['bench', 'Your settings of the lab workspace: split, text size and screen reader support.', untilCleared],
  ['dismissed', 'The last fifty notices that you have closed.', untilCleared],
  ['notices', 'The height of your notices, so that the next page does not jump while it loads.', untilCleared],
  ['celebrated', 'Which finished courses have shown you confetti, so that each does so only once.', untilCleared],
  ['versions', 'Which version of the map a superuser views.', untilCleared],
];

const session: readonly Row[] = [
  ['shown-before', 'Whether this site has asked for your consent during this visit.', untilTabCloses],
  ['tsr-scroll-restoration…', 'Your scroll position, so that Back returns to the same place.', untilTabCloses],
  [
    'tanstack_router_reload:…',
    'Whether a page was reloaded because a file was missing after an update.',
    untilTabCloses,
  ],
  ['map-cameras', 'Which part of the map you viewed, so that Back shows the same part.', untilTabCloses],
  ['return-scroll', 'Your scroll position on the page from which you went to log in.', 'Until you return to that page'],
  ['typed:…', 'A flag that you typed before you logged in.', 'Until you return to its input field'],
  ['voucher', 'The code of a voucher whose link you opened.', 'Until the vouchers page has read it'],
  [
    'check-access',
    'Whether this site has redirected you to its access page, to prevent a redirect loop.',
    untilTabCloses,
  ],
  ['terminals', 'The names of your open lab terminals.', untilTabCloses],
  ['view', 'Which account a superuser views the site as.', 'Until the superuser stops viewing as that account'],
];

const caches: readonly Row[] = [
  [
    'hx-assets-1',
    'Scripts, styles and fonts of pages that you opened, so that you can use them offline.',
    untilCleared,
  ],
  [
    'hx-pages-2',
    'Pages that you opened, so that you can read them offline. They are the same for all visitors.',
    untilCleared,
  ],
  [
    'hx-reading-2-…',
    'Lessons that you opened and your progress, so that you can read them offline.',
    'Until you log out or clear this site’s data',
  ],
];

const cookies: readonly Row[] = [
  [
    'member',
    'Whether you are logged in, so that this site’s address opens your overview and not the map.',
    untilLogOut,
  ],
];

/** Items that every installation stores. */
export const pageStorage: readonly BrowserStorageItem[] = [
  ...list('cookie', cookies),
  ...list('local', local),
  ...list('session', session),
  ...list('cache', caches),
];

/** Items of installations that sell subscriptions. */
export const checkoutStorage: readonly BrowserStorageItem[] = list('session', [
  [
    'checkout',
    'Whether Paddle’s script failed to load, so that pages do not offer a checkout that cannot open.',
    untilTabCloses,
  ],
]);

/** Items of the local sandbox, which replaces Paddle on the operator's own machine. */
export const sandboxStorage: readonly BrowserStorageItem[] = list('cookie', [
  ['paddle_sandbox_control', 'Gives access to the control page of the payment sandbox.', 'Until you close the browser'],
]);

/** Cookies that Matomo's script sets for this site, with Matomo's own lifetimes. */
export const matomoStorage: readonly BrowserStorageItem[] = list('cookie', [
  ['_pk_id…', 'A number with which Matomo recognizes your browser.', '13 months'],
  ['_pk_ses…', 'Whether your visit is still in progress.', '30 minutes'],
  ['_pk_ref…', 'Which other website led you here.', 'Six months'],
  [
    'mtm_consent…',
    'Whether you have withdrawn your consent. Matomo sets it and this site deletes it.',
    'Less than a second',
  ],
]);
