import type { Leaderboard } from '@hexpedition/contract';
import { screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LeaderboardPage } from './leaderboard-page.tsx';
import type { LeaderboardSearch } from './leaderboard-search.ts';

const read = 'GET /api/account/leaderboard';
const entry = (rank: number) => ({
  ...{ rank, username: `learner${rank}`, slug: null, image: null, points: 200 - rank, flags: 2 },
  last_solve_at: '2026-11-01T10:00:00.000Z',
});
const entries = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, index) => entry(from + index));
const board = (changes: Partial<Leaderboard> = {}): Leaderboard => ({
  ...{ entries: entries(1, 4), next_cursor: null, of: 8, period: null, me: null, neighbours: [], ...changes },
});

/** Renders the page. The board has eight learners on three pages; `own` is what the server says about the user's rank. */
const show = (own?: Partial<Leaderboard>, user = buildUser(), search: LeaderboardSearch = {}) =>
  renderApp(
    <Suspense>
      <LeaderboardPage search={search} />
    </Suspense>,
    {
      ...(own && { user }),
      path: '/leaderboard',
      features: { hexmap: { nav: [{ slug: 'foundations', name: 'Foundations', colour: 'teal' }] } },
      answers: {
        [read]: ({ query }) => {
          if (query.limit) return board({ entries: [entry(1)], ...own });
          if (query.cursor === 'c2') return board({ entries: entries(7, 8) });
          if (query.cursor === 'c1') return board({ entries: entries(5, 6), next_cursor: 'c2' });
          return board({ next_cursor: 'c1' });
        },
      },
    },
  );
const ownRank = () => screen.findByRole('region', { name: 'Your rank' });

test('shows the first ranks to a visitor, and more on request until the last one', async () => {
  const { person } = await show();
  expect(await screen.findByText('8 learners')).toBeTruthy();
  for (const rank of ['5', '7']) {
    const more = screen.getByRole('link', { name: 'Load more' });
    await person.click(more);
    await screen.findByRole('cell', { name: rank });
  }
  expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Your rank' })).toBeNull();
});

test('shows the learner’s own rank between the neighbouring ranks', async () => {
  await show({
    me: { rank: 5, points: 195, flags: 2 },
    neighbours: [entry(3), entry(4), entry(6)],
  });
  const own = within(await ownRank());
  expect(own.getByText(/^Your rank:/).textContent).toBe('Your rank: 5 of 8, with 195 points from 2 flags.');
  expect(own.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^3.*197$/),
    expect.stringMatching(/^4.*196$/),
    expect.stringMatching(/^5.*mara you.*195$/),
    expect.stringMatching(/^6.*194$/),
  ]);
});

test('tells learners why they are not on the board', async () => {
  const { unmount } = await show({});
  expect((await ownRank()).textContent).toContain('You have no points yet.');
  unmount();
  const { settings } = buildUser().account;
  await show({}, buildUser({ account: { settings: { ...settings, listed: false } } }));
  expect((await ownRank()).textContent).toContain('You are not on the leaderboard, because you turned this off');
});

test('keeps a filter that was chosen while the ranks for it are still loading', async () => {
  // The page here never gets other filters than at first.
  const { person } = await show();
  await person.click(await screen.findByRole('link', { name: 'Foundations' }));
  const week = screen.getByRole('link', { name: 'This week' });
  await expect.poll(() => week.getAttribute('href')).toBe('/leaderboard?period=week&continent=foundations');
});
