/**
 * The only script that runs before the first paint. The build compiles it into the head of every page
 * (`vite/start-up.ts`), and the Content Security Policy names the hash of its bytes.
 *
 * It sets the theme, the look for members and for the company's people, and the room that members' notices take, so that
 * nothing flashes or moves, and starts the loader. It leads a visitor who opens the bare address to the map. And it holds
 * presses of buttons (Enter in a form is one too) that come before React has the button: the page, and in a lesson each
 * module with a script of its own, is marked `data-asleep` until then. The last such press happens when its place wakes.
 */
const page = document.documentElement;
try {
  if (localStorage.getItem('theme') === 'light') page.dataset.theme = 'light';
  if (localStorage.getItem('token')) {
    page.dataset.member = '';
    const notices = localStorage.getItem('notices');
    if (notices) page.style.setProperty('--notices', `${notices}px`);
    if (JSON.parse(localStorage.getItem('user') ?? '{}').account?.company) page.dataset.company = '';
  } else if (location.pathname === '/') {
    // The overview is a learner's. Nothing of it is drawn while the map is on its way.
    page.style.visibility = 'hidden';
    location.replace(`/map${location.search}`);
  }
} catch {
  // A browser may forbid the storage: then it is the dark page of a visitor.
}
page.dataset.asleep = '';
page.dataset.waking = '';
setTimeout(() => delete page.dataset.waking, 2500);

let held: HTMLElement | undefined;
const isAsleep = (button: HTMLElement) => button.closest('[data-asleep]') !== null;

document.addEventListener(
  'click',
  (event) => {
    const button = (event.target as Element).closest('button');
    if (!button || !isAsleep(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = button;
  },
  true,
);

document.addEventListener('wake', () => {
  if (!held || isAsleep(held)) return;
  const button = held;
  held = undefined;
  // React may still be at work, and does not hear an event that its own work causes.
  queueMicrotask(() => button.click());
});
