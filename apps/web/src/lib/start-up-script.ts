import { hasMemberCookie, setMemberCookie } from './member-cookie.ts';

/**
 * The only script that runs before the first paint. The build inlines it into the head of every page
 * (`vite/start-up-plugin.ts`), and the Content Security Policy contains its hash.
 *
 * It sets the theme, the layout for logged-in users and company employees, and the space for notices, so that nothing
 * flashes or shifts, and shows the loader. It gives the map that the server sends for `/` its own address. It also holds
 * button presses (including Enter in a form) until React has hydrated the button: the page, and in a lesson each module
 * with a lazily loaded script, is marked `data-unhydrated` until then. The last held press is repeated after hydration.
 */
const page = document.documentElement;
let isMember = false;
try {
  if (localStorage.getItem('theme') === 'light') page.dataset.theme = 'light';
  isMember = localStorage.getItem('token') !== null;
  if (isMember) {
    page.dataset.member = '';
    const notices = localStorage.getItem('notices');
    if (notices) page.style.setProperty('--notices', `${notices}px`);
    if (JSON.parse(localStorage.getItem('user') ?? '{}').account?.company) page.dataset.company = '';
  }
} catch {
  // Storage is blocked: show the dark page of a visitor.
}

const hadCookie = hasMemberCookie();
if (hadCookie !== isMember) setMemberCookie(isMember);
if (location.pathname === '/') {
  // The server has chosen the page by the cookie (`features/pages/page-key.ts`).
  const isOverview = page.dataset.overview !== undefined;
  const map = `/map${location.search}${location.hash}`;
  if (isMember && !isOverview && !hadCookie && hasMemberCookie()) load(() => location.reload());
  else if (!isMember && isOverview) load(() => location.replace(map));
  // A member whose browser refuses the cookie gets the map as well.
  else if (!isOverview) history.replaceState(null, '', map);
}

/** Loads another page. Hides this one meanwhile. */
function load(start: () => void): void {
  page.style.visibility = 'hidden';
  start();
}

page.dataset.unhydrated = '';
page.dataset.starting = '';
setTimeout(() => delete page.dataset.starting, 2500);

let held: HTMLElement | undefined;
const isUnhydrated = (button: HTMLElement) => button.closest('[data-unhydrated]') !== null;

document.addEventListener(
  'click',
  (event) => {
    const button = (event.target as Element).closest('button');
    if (!button || !isUnhydrated(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = button;
  },
  true,
);

document.addEventListener('hydrated', () => {
  if (!held || isUnhydrated(held)) return;
  const button = held;
  held = undefined;
  // React may still be working and would miss an event that is dispatched from its own work.
  queueMicrotask(() => button.click());
});
