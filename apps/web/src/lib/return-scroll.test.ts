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
function go(from: ReturnType<typeof at>, to: ReturnType<typeof at>) {
  listeners.onBeforeNavigate?.({ fromLocation: from, toLocation: to });
  listeners.onRendered?.({ fromLocation: from, toLocation: to });
}

test('restores the position on the page that the visitor left to sign up, also by way of the log-in', () => {
  go(at('/courses/a/b/c'), at('/login'));
  go(at('/login'), at('/signup'));
  go(at('/signup'), at('/courses/a/b/c'));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 740, behavior: 'instant' });
});

test('restores it once', () => {
  go(at('/labs'), at('/login'));
  go(at('/login'), at('/labs'));
  go(at('/login'), at('/labs'));
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test.each([
  ['another page', at('/account')],
  ['an address with a hash', at('/labs', 'flag-1')],
])('does not scroll %s', (_, to) => {
  go(at('/labs'), at('/signup'));
  go(at('/signup'), to);
  expect(scrolled).not.toHaveBeenCalled();
});
