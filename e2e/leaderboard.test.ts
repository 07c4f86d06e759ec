import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes, overflowOf } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/**
 * Leaderboards of all time, a month, a week and a continent, a learner's own rank on them, and the points on a profile.
 */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let learner: Awaited<ReturnType<typeof signUp>>;
let continent: { slug: string; name: string };

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  learner = await signUp(platform, { username: 'Climber' });
  continent = await populate(learner.user.pk);
});
afterAll(async () => {
  await platform?.end();
});

/**
 * Creates 120 learners who found flags of one continent long ago, with the given learner among them. Nothing was found
 * this week.
 * @returns the continent
 */
async function populate(userPk: number): Promise<{ slug: string; name: string }> {
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const { rows } = await client.query(`
    select continents.slug, continents.name from continents join flag_continents() as lies on lies.continent = continents.slug
    group by continents.pk having count(*) >= 2 order by continents.position limit 1`);
  const [{ slug }] = rows;
  await client.query(`
    insert into users (username, password_hash, profile_slug)
    select 'crowd-' || n, 'none', 'crowd-' || n from generate_series(1, 120) as n`);
  const board = `insert into board_scores (user_pk, board, points, flags, last_solve_at)
    select pk, board, $1, 2, timestamptz '2026-01-05T10:00:00Z' + pk * interval '1 minute'
    from users cross join unnest(array['all', 'all/' || $2]) as board`;
  await client.query(`${board} where username like 'crowd-%'`, [40, slug]);
  // One learner above, and ties: the given learner was the last to reach 40 points, and one learner has fewer.
  await client.query(
    `update board_scores set points = 90 where user_pk = (select min(pk) from users where username like 'crowd-%')`,
  );
  await client.query(
    `update board_scores set points = 30 where user_pk = (select max(pk) from users where username like 'crowd-%')`,
  );
  await client.query(
    `insert into solves (user_pk, flag_pk, points, solved_at)
     select $1, flag_pk, 20, timestamptz '2026-02-01T10:00:00Z' + row_number() over (order by flag_pk) * interval '9 days'
     from flag_continents() where continent = $2 order by flag_pk limit 2`,
    [userPk, slug],
  );
  await client.query(
    `insert into board_scores (user_pk, board, points, flags, last_solve_at)
     select user_pk, board, points, flags, last_solve_at from board_sums(now()) where user_pk = $1`,
    [userPk],
  );
  await client.end();
  return rows[0];
}

it('the server renders every board with links to the others, and answers an unknown continent with a 404', async () => {
  const read = async (path: string) => {
    const answer = await fetch(platform.url + path, { redirect: 'manual' });
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      html: (await answer.text()).replaceAll('<!-- -->', ''),
    };
  };
  const { html } = await read('/leaderboard');
  expect(html).toContain('121 learners');
  expect(html).toContain('90 points');
  expect(html.match(/<tr/g)).toHaveLength(48);
  expect(html).toContain(`href="/leaderboard?continent=${continent.slug}"`);
  const onContinent = await read(`/leaderboard?continent=${continent.slug}`);
  expect(onContinent.html).toContain('121 learners');
  expect(onContinent.html).toMatch(
    new RegExp(
      `href="/leaderboard\\?(?:period=week&amp;continent=${continent.slug}|continent=${continent.slug}&amp;period=week)"`,
    ),
  );
  const week = await read(`/leaderboard?period=week&continent=${continent.slug}`);
  expect(week.html).toContain(`No flags found on ${continent.name} this week yet`);
  expect(week.html).toContain('href="/leaderboard?period=week"');
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(),
  );
  const thisMonth = await read('/leaderboard?period=month');
  expect(thisMonth.html).toContain(month);
  expect(thisMonth.html).toContain('No flags found this month yet');
  expect((await read('/leaderboard?continent=atlantis')).status).toBe(404);
  expect((await read('/leaderboard?period=year&continent=No!')).status).toBe(200);
  expect((await read('/leaderboard?cursor=abc&period=week')).location).toBe('/leaderboard?period=week');
});

it('keeps the learner’s own rank in view, loads more ranks, and has no axe findings in any theme and width', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const axe = new AxeOnce();
  const findings = async () => {
    const found: string[] = [];
    for (const width of [390, 800, 1440]) {
      await page.setViewportSize({ width, height: 860 });
      found.push(...(await (width === 800 ? overflowOf(page) : findingsInBothThemes(page, axe))));
    }
    return found;
  };
  await openAs(page, platform, learner, '/leaderboard');
  const own = page.getByRole('region', { name: 'Your rank' });
  await own.getByText('Your rank: 120 of 121, with 40 points from 2 flags.').waitFor();
  const box = await own.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(page.viewportSize()?.height);
  await settled(page);
  await own.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => own.getByRole('listitem').count()).toBe(4);
  expect(await findings()).toEqual([]);
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.getByRole('cell', { name: '100', exact: true }).waitFor();

  const link = page.getByRole('navigation', { name: 'Continent' }).getByRole('link', { name: continent.name });
  await link.click();
  await page.waitForURL(`${platform.url}/leaderboard?continent=${continent.slug}`);
  // The board of all continents shows the same rank until the ranks of this one are loaded. The shorter board then moves the
  // links below.
  await link.and(page.locator('[aria-current="page"]')).waitFor();
  await settled(page);
  await own.getByText('Your rank: 120').waitFor();
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'This week' }).click();
  await page.getByRole('heading', { name: `No flags found on ${continent.name} this week yet` }).waitFor();
  expect(await findings()).toEqual([]);

  await page.goto(`${platform.url}/profile/climber`);
  await page.getByRole('heading', { name: 'Points over time' }).waitFor();
  expect(await page.title()).toBe('Climber on Hexpedition');
  await page.getByText('40 points since 10 Feb 2026, gained on 2 days.').waitFor();
  await page.getByText('Rank 120').waitFor();
  expect(await page.getByText('No rank').count()).toBe(2);
  await page.locator('summary', { hasText: 'By month' }).last().click();
  await page.getByRole('rowheader', { name: 'February 2026' }).last().waitFor();
  expect(await findings()).toEqual([]);
  expect(errors).toEqual([]);

  // The owner can hide the points, and still sees them.
  await fetch(`${platform.url}/api/account/user_settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token.access}` },
    body: '{"sections":{"points":false}}',
  });
  await expect
    .poll(async () => (await fetch(`${platform.url}/profile/climber`)).text())
    .not.toContain('Points over time');
  expect(await (await fetch(`${platform.url}/api/account/profile/climber`)).json()).toMatchObject({ points: null });
  await page.reload();
  await page.getByRole('heading', { name: 'Points over time' }).waitFor();
  await page.getByText('Only you see this').first().waitFor();
  await context.close();
});
