import { expect, it, vi } from 'vitest';
import { safeLocalStorage, safeSessionStorage } from './safe-storage.ts';
import { readSession, storeSession } from './session.ts';

function block() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.stubGlobal(name, { getItem: refuse, setItem: refuse, removeItem: refuse });
}

it('reads and writes the storage of the browser', () => {
  safeLocalStorage.setItem('a', '1');
  safeSessionStorage.setItem('a', '2');
  expect([localStorage.getItem('a'), sessionStorage.getItem('a')]).toEqual(['1', '2']);
  safeLocalStorage.removeItem('a');
  expect([safeLocalStorage.getItem('a'), safeSessionStorage.getItem('a')]).toEqual([null, '2']);
});

it('keeps values in memory while the browser blocks the storage', () => {
  block();
  expect(safeLocalStorage.getItem('a')).toBeNull();
  safeLocalStorage.setItem('a', '1');
  expect(safeLocalStorage.getItem('a')).toBe('1');
  safeLocalStorage.removeItem('a');
  expect(safeLocalStorage.getItem('a')).toBeNull();
});

it('prefers a value that a full storage has refused to the older stored one', () => {
  localStorage.setItem('a', 'old');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  safeLocalStorage.setItem('a', 'new');
  expect(safeLocalStorage.getItem('a')).toBe('new');
});

it('a visitor of a browser that blocks its storage can log in until the next page load', () => {
  block();
  expect(readSession()).toBeNull();
  storeSession({ token: { access: 'a', refresh: 'b' }, user: { pk: 7 } } as Parameters<typeof storeSession>[0]);
  expect(readSession()?.user.pk).toBe(7);
});
