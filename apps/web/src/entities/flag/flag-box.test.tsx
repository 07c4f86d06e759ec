import type { FlagVerdict } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { FlagBox } from './flag-box.tsx';

afterEach(() => vi.restoreAllMocks());

const right: FlagVerdict = {
  result: 'right',
  points: 20,
  flag: { id: 'flag', name: 'The briefcase' },
  hint: null,
  rank: { before: 12, after: 9 },
  first: false,
};

/** Renders a box with one flag or, with `more`, with several. */
async function show(verdict: FlagVerdict, { more = false } = {}) {
  const sent: string[] = [];
  function Box() {
    const [found, setFound] = useState(false);
    return (
      <FlagBox
        id="box"
        title="The desk"
        points={20}
        solved={found && !more}
        submit={async (flag) => {
          sent.push(flag);
          return verdict;
        }}
        onFound={() => setFound(true)}
        nextSteps={<button type="button">What comes next</button>}
      />
    );
  }
  return { ...(await renderApp(<Box />, { user: buildUser() })), sent };
}

const input = () => screen.getByLabelText<HTMLInputElement>('The flag that you found');

test('shows a message for an empty flag, focuses the field, and sends nothing', async () => {
  const { person, sent } = await show(right);
  await person.type(input(), '   ');
  await person.click(screen.getByRole('button', { name: 'Submit' }));
  expect(screen.getByRole('status').textContent).toBe('Paste the flag that you found.');
  expect(document.activeElement).toBe(input());
  expect(input().getAttribute('aria-invalid')).toBe('true');
  await person.type(input(), 'f');
  expect(screen.getByRole('status').textContent).toBe('');
  expect(sent).toEqual([]);
});

test('shows points, ranks and next steps after a correct flag', async () => {
  // Newer browsers return a promise here, which must not become the clean-up function of an effect.
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  const { person, sent } = await show(right);
  await person.type(input(), ' flag{{x} {Enter}');
  await screen.findByText('+20 points');
  expect(sent).toEqual(['flag{x}']);
  // The live region contains only the text, no buttons.
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe(
      'Correct. +20 points. The briefcase. You moved up from rank 12 to rank 9 on the leaderboard',
    ),
  );
  expect(screen.getByRole('region', { name: 'Flag accepted' }).textContent).toContain('What comes next');
  expect(screen.getByText('Solved')).toBe(document.activeElement);
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });

  // Once dismissed, only the row "Solved" remains, with the focus.
  await person.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('+20 points')).toBeNull();
  expect(screen.queryByText('What comes next')).toBeNull();
  expect(screen.getByText('Solved')).toBe(document.activeElement);
});

test.each([
  [{ rank: { before: null, after: 7 } }, /Your rank on the leaderboard: 7/],
  [{ rank: { before: 3, after: 3 } }, /Still rank 3 on the leaderboard/],
  [{ first: true }, /You are the first to find this flag/],
  [{ points: 0 }, /^Correct\. Flag found\. The briefcase$/],
])('announces the result of %o', async (change, announcement) => {
  const { person } = await show({ ...right, ...change });
  await person.type(input(), 'flag{{x}{Enter}');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(announcement));
});

test('mentions no rank if the learner is not on the leaderboard', async () => {
  const { person } = await show({ ...right, rank: null });
  await person.type(input(), 'flag{{x}{Enter}');
  await screen.findByText('+20 points');
  expect(screen.getByRole('status').textContent).not.toContain('leaderboard');
});

test('keeps the field when more flags are missing, and removes the result when the next one is typed', async () => {
  const { person } = await show(right, { more: true });
  await person.type(input(), 'flag{{x}{Enter}');
  await screen.findByText('+20 points');
  expect(input().value).toBe('');
  await person.type(input(), 'f');
  expect(screen.queryByText('+20 points')).toBeNull();
});
