import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useAhead } from './use-ahead.ts';

/** Changes of the address that are on their way. */
const under: { to: string; arrive: (isRendered?: boolean) => Promise<void> }[] = [];

function Search() {
  const [address, setAddress] = useState('');
  const [shown, choose] = useAhead(
    address,
    (to) =>
      new Promise<void>((resolve) => {
        under.push({
          to,
          arrive: (isRendered = true) =>
            act(async () => {
              if (isRendered) setAddress(to);
              resolve();
            }),
        });
      }),
  );
  return (
    <>
      <input aria-label="Search" value={shown} onChange={({ target }) => choose(target.value)} />
      <button type="button" onClick={() => setAddress('from a link')}>
        A link
      </button>
    </>
  );
}

test('what is typed stands there while the address follows, and then the address counts', async () => {
  render(<Search />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  // Nothing is awaited: React puts a field back within the event that changed it.
  fireEvent.change(field, { target: { value: 'x' } });
  expect(field.value).toBe('x');
  fireEvent.change(field, { target: { value: 'xs' } });
  expect(field.value).toBe('xs');
  expect(under.map(({ to }) => to)).toEqual(['x', 'xs']);
  // The first was overtaken by the second, or came before it: neither takes the newer letter away.
  await under[0]?.arrive();
  expect(field.value).toBe('xs');
  await under[1]?.arrive();
  expect(field.value).toBe('xs');
  fireEvent.click(screen.getByText('A link'));
  expect(field.value).toBe('from a link');
});

test('where the address does not follow, the field goes back to what it says', async () => {
  under.length = 0;
  render(<Search />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  fireEvent.change(field, { target: { value: 'x' } });
  await under[0]?.arrive(false);
  expect(field.value).toBe('');
});
