import type { AnyRouter } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { restoreScrollAfterLogin } from './return-scroll.ts';

type Listener = (event: unknown) => void;
let listeners: Record<string, Listener>;
const scrolled = vi.fn();

beforeEach(() => {
  listeners = {};
  scrolled.mockClear();
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', scrolled);
  vi.stubGlobal('scrollY', 740);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  restoreScrollAfterLogin({
    subscribe: (name: string, listener: Listener) => {
      listeners[name] = listener;
      return () => undefined;
    },
  } as unknown as AnyRouter);
});

const at = (pathname: string, hash = '') => ({ pathname, hash });

/** Presses a link on the page `from`. */
function press(from: string, href: string) {
  history.replaceState(null, '', from);
  const link = document.createElement('a');
  link.href = href;
  link.append(document.createElement('span'));
  document.body.append(link);
  link.addEventListener('click', (event) => event.preventDefault());
  (link.firstChild as HTMLElement).click();
  link.remove();
}
const arrive = (from: string, to: ReturnType<typeof at>) =>
  listeners.onRendered?.({ fromLocation: at(from), toLocation: to });

test('restores the position on the page that the visitor left to sign up, also by way of the log-in', () => {
  press('/courses/a/b/c', '/login?next=%2Fcourses%2Fa%2Fb%2Fc');
  arrive('/courses/a/b/c', at('/login'));
  vi.stubGlobal('scrollY', 0);
  press('/login', '/signup');
  arrive('/login', at('/signup'));
  vi.stubGlobal('scrollY', 740);
  arrive('/signup', at('/courses/a/b/c'));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 740, behavior: 'instant' });
});

test('scrolls again while the page is too short, until the user presses a key', async () => {
  press('/labs', '/login');
  vi.stubGlobal('scrollY', 100);
  arrive('/login', at('/labs'));
  await expect.poll(() => scrolled.mock.calls.length).toBeGreaterThan(1);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
  const count = scrolled.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(scrolled).toHaveBeenCalledTimes(count);
});

test('restores it once', () => {
  press('/labs', '/login');
  arrive('/login', at('/labs'));
  arrive('/login', at('/labs'));
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test('ignores other links', () => {
  press('/labs', '/map');
  arrive('/login', at('/labs'));
  expect(scrolled).not.toHaveBeenCalled();
});

test.each([
  ['another page', at('/account')],
  ['an address with a hash', at('/labs', 'flag-1')],
])('does not scroll %s', (_, to) => {
  press('/labs', '/signup');
  arrive('/signup', to);
  expect(scrolled).not.toHaveBeenCalled();
});
