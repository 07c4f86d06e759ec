import { expect, test, vi } from 'vitest';
import { type Author, initialsOf, PresenceStore } from './presence-store.ts';

const author = (username: string, q?: number): Author => ({
  username,
  hex: q === undefined ? null : { q, r: 0 },
  since: '2026-03-01T12:41:00.000Z',
});

test('announces who joins and leaves, but not their movements', () => {
  const presence = new PresenceStore();
  const listener = vi.fn();
  const end = presence.subscribe(listener);
  const announced = (...others: Author[]) => {
    presence.update(others);
    return presence.read().announcement;
  };
  expect(announced()).toBe('');
  expect(listener).not.toHaveBeenCalled();
  expect(announced(author('ines'))).toBe('ines joined.');
  expect(announced(author('ines', 4))).toBe('ines joined.');
  expect(presence.read().others).toEqual([author('ines', 4)]);
  expect(announced(author('ines', 4), author('otto'), author('uma'))).toBe('otto and uma joined.');
  expect(announced(author('zoe'))).toBe('zoe joined. ines, otto and uma left.');
  expect(listener).toHaveBeenCalledTimes(4);
  // An unchanged list does not notify listeners.
  announced(author('zoe'));
  expect(listener).toHaveBeenCalledTimes(4);
  end();
  expect(announced()).toBe('zoe left.');
  expect(listener).toHaveBeenCalledTimes(4);
});

test.each([
  ['ines', 'IN'],
  ['first-mate', 'FM'],
  ['ada_b.lovelace', 'AB'],
  ['x', 'X'],
  ['-', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
