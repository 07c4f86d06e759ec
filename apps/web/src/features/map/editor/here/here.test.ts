import { expect, test, vi } from 'vitest';
import { type Author, Here, initialsOf } from './here.ts';

const author = (username: string, q?: number): Author => ({
  username,
  hex: q === undefined ? null : { q, r: 0 },
  since: '2026-03-01T12:41:00.000Z',
});

test('who comes and goes is said, and where they go is not', () => {
  const here = new Here();
  const drawn = vi.fn();
  const end = here.subscribe(drawn);
  const said = (...others: Author[]) => {
    here.hear(others);
    return here.read().said;
  };
  expect(said()).toBe('');
  expect(drawn).not.toHaveBeenCalled();
  expect(said(author('ines'))).toBe('ines is here too.');
  expect(said(author('ines', 4))).toBe('ines is here too.');
  expect(here.read().others).toEqual([author('ines', 4)]);
  expect(said(author('ines', 4), author('otto'), author('uma'))).toBe('otto and uma are here too.');
  expect(said(author('zoe'))).toBe('zoe is here too. ines, otto and uma have left.');
  expect(drawn).toHaveBeenCalledTimes(4);
  // The same again draws nothing.
  said(author('zoe'));
  expect(drawn).toHaveBeenCalledTimes(4);
  end();
  expect(said()).toBe('zoe has left.');
  expect(drawn).toHaveBeenCalledTimes(4);
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
