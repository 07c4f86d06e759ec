import type { FlagVerdict } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { FlagBox } from './flag-box.public.tsx';

afterEach(() => vi.restoreAllMocks());

const right: FlagVerdict = {
  result: 'right',
  points: 20,
  flag: { id: 'flag', name: 'The briefcase' },
  hint: null,
  rank: { before: 12, after: 9 },
  first: false,
};

/** A box with one flag or, if there is more to find, with several. */
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
        afterwards={<button type="button">What comes next</button>}
      />
    );
  }
  return { ...(await renderApp(<Box />, { user: buildUser() })), sent };
}

const input = () => screen.getByLabelText<HTMLInputElement>('The flag that you found');

test('an empty flag says what is missing, takes the focus, and sends nothing', async () => {
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

test('a right flag is a moment: its points, the place before and after, what comes next', async () => {
  // As newer browsers answer: what they give is no clean-up of an effect.
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  const { person, sent } = await show(right);
  await person.type(input(), ' flag{{x} {Enter}');
  await screen.findByText('+20 points');
  expect(sent).toEqual(['flag{x}']);
  // Screen readers hear the words, without what there is to press.
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe(
      'Right. +20 points. The briefcase. On the leaderboard you rose from place 12 to place 9',
    ),
  );
  expect(screen.getByRole('region', { name: 'What you have found' }).textContent).toContain('What comes next');
  expect(screen.getByText('Solved')).toBe(document.activeElement);
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });

  // Put away, it leaves the plain row behind, and the focus on it.
  await person.click(screen.getByRole('button', { name: 'Put this away' }));
  expect(screen.queryByText('+20 points')).toBeNull();
  expect(screen.queryByText('What comes next')).toBeNull();
  expect(screen.getByText('Solved')).toBe(document.activeElement);
});

test.each([
  [{ rank: { before: null, after: 7 } }, /Your place on the leaderboard: 7/],
  [{ rank: { before: 3, after: 3 } }, /Place 3 on the leaderboard, as before/],
  [{ first: true }, /You are the first to find it/],
  [{ points: 0 }, /^Right\. Found\. The briefcase$/],
])('what it has brought is said as it is: %o', async (change, words) => {
  const { person } = await show({ ...right, ...change });
  await person.type(input(), 'flag{{x}{Enter}');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(words));
});

test('who is on no board hears of no place', async () => {
  const { person } = await show({ ...right, rank: null });
  await person.type(input(), 'flag{{x}{Enter}');
  await screen.findByText('+20 points');
  expect(screen.getByRole('status').textContent).not.toContain('leaderboard');
});

test('one flag of several leaves the field for the next, and the next takes the moment away', async () => {
  const { person } = await show(right, { more: true });
  await person.type(input(), 'flag{{x}{Enter}');
  await screen.findByText('+20 points');
  expect(input().value).toBe('');
  await person.type(input(), 'f');
  expect(screen.queryByText('+20 points')).toBeNull();
});
