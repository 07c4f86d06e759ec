import { cleanup, configure } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { resetTab } from '../tab-state.ts';
import { takeUnexpectedCalls } from './fake-api.ts';

// Busy machines need more time.
configure({ asyncUtilTimeout: 5_000 });

const { happyDOM } = window as unknown as Window;
const startUrl = location.href;

/*
 * All files of a worker share the modules and the window, because loading them takes longer than most tests. So
 * everything that a test could leave behind is reset.
 */
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  resetTab();
  localStorage.clear();
  sessionStorage.clear();
  deleteCookies();
  // A download navigates to a blob URL, from which `history` can't return.
  happyDOM.setURL(startUrl);
  history.replaceState(null, '', startUrl);
  document.title = '';
  for (const element of [document.documentElement, document.body]) removeAttributes(element);
  expect(takeUnexpectedCalls(), 'API calls without an answer in the test').toEqual([]);
});

// A file may build its document once for all its tests.
afterAll(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

function deleteCookies() {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the consent manager uses it too
    document.cookie = `${cookie.split('=', 1)[0]}=; max-age=0; path=/`;
  }
}

function removeAttributes(element: HTMLElement) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
