import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useOptimisticValue } from './use-optimistic-value.ts';

/** Pending changes of the address. */
const pending: { to: string; finish: (isRendered?: boolean) => Promise<void> }[] = [];

function Search() {
  const [address, setAddress] = useState('');
  const [shown, choose] = useOptimisticValue(
    address,
    (to) =>
      new Promise<void>((resolve) => {
        pending.push({
          to,
          finish: (isRendered = true) =>
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

test('shows the typed value until the address has followed', async () => {
  render(<Search />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  // Not awaited: React resets a controlled field within the event that changed it.
  fireEvent.change(field, { target: { value: 'x' } });
  expect(field.value).toBe('x');
  fireEvent.change(field, { target: { value: 'xs' } });
  expect(field.value).toBe('xs');
  expect(pending.map(({ to }) => to)).toEqual(['x', 'xs']);
  // An earlier change must not remove the newer letter when it finishes.
  await pending[0]?.finish();
  expect(field.value).toBe('xs');
  await pending[1]?.finish();
  expect(field.value).toBe('xs');
  fireEvent.click(screen.getByText('A link'));
  expect(field.value).toBe('from a link');
});

test('resets the field if the address does not follow', async () => {
  pending.length = 0;
  render(<Search />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  fireEvent.change(field, { target: { value: 'x' } });
  await pending[0]?.finish(false);
  expect(field.value).toBe('');
});
