import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
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

async function open(page: Page, path: string): Promise<void> {
  await page.goto(platform.url + path);
  await settled(page);
}
const ownRank = (page: Page) => page.getByRole('region', { name: 'Your rank' });

it('shows the first ranks of all time to a visitor, and more on request', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await open(page, '/leaderboard');
  await page.getByText('121 learners', { exact: true }).waitFor();
  expect(await page.getByRole('list').getByText('90 points').count()).toBe(1);
  expect(await page.getByRole('row').count()).toBe(48);
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.getByRole('cell', { name: '100', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.getByRole('cell', { name: '121', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Load more' }).count()).toBe(0);
  expect(await ownRank(page).count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('links to every board without JavaScript, and shows a call to action on an empty one', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${platform.url}/leaderboard`);
  const continents = page.getByRole('navigation', { name: 'Continent' });
  await continents.getByRole('link', { name: continent.name }).click();
  await page.getByText('121 learners', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(`?continent=${continent.slug}`);
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'This week' }).click();
  await page.getByRole('heading', { name: `No flags found on ${continent.name} this week yet` }).waitFor();
  expect(new URL(page.url()).searchParams.get('continent')).toBe(continent.slug);
  await page.getByRole('navigation', { name: 'Continent' }).getByRole('link', { name: 'All continents' }).click();
  await page.waitForURL(`${platform.url}/leaderboard?period=week`);
  await page.goto(`${platform.url}/leaderboard?period=month`);
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(),
  );
  await page.getByText(month, { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No flags found this month yet' }).waitFor();
  await context.close();
});

it('answers an unknown continent with a 404, and drops invalid parameters from the address', async () => {
  const status = async (path: string) => (await fetch(platform.url + path)).status;
  expect(await status('/leaderboard?continent=atlantis')).toBe(404);
  expect(await status('/leaderboard?period=year&continent=No!')).toBe(200);
  const { page, context } = await newVisitor(browser);
  await open(page, '/leaderboard?cursor=abc&period=week');
  await page.waitForURL(`${platform.url}/leaderboard?period=week`);
  await context.close();
});

it('keeps the learner’s own rank in view, with the neighbouring ranks, also by keyboard', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner, '/leaderboard');
  const own = ownRank(page);
  await own.getByText('Your rank: 120 of 121, with 40 points from 2 flags.').waitFor();
  const box = await own.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(page.viewportSize()?.height);
  await own.locator('summary').focus();
  await page.keyboard.press('Enter');
  const lines = own.getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(4);
  expect(await lines.allInnerTexts().then((all) => all.map((text) => text.split(/\s/)[0]))).toEqual([
    '118',
    '119',
    '120',
    '121',
  ]);
  await lines.nth(2).getByText('you').waitFor();

  await open(page, '/leaderboard?period=week');
  await page.getByRole('heading', { name: 'No flags found this week yet' }).waitFor();
  await open(page, `/leaderboard?continent=${continent.slug}`);
  await own.getByText('Your rank: 120').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('tells unlisted learners why they are not on the board', async () => {
  const shy = await signUp(platform);
  await fetch(`${platform.url}/api/account/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${shy.token.access}` },
    body: '{"listed":false}',
  });
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, shy, '/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(page, '/leaderboard');
  await ownRank(page).getByText('You are not on the leaderboard').waitFor();
  await context.close();
});

describe('a profile', () => {
  it('shows its owner’s points and rank, and hides them when the owner wants', async () => {
    const stranger = await newVisitor(browser);
    const { page } = stranger;
    await open(page, '/profile/climber');
    expect(await page.title()).toBe('Climber on Hexpedition');
    await page.getByRole('heading', { name: 'Points over time' }).waitFor();
    await page.getByText('40 points since 10 Feb 2026, gained on 2 days.').waitFor();
    await page.getByText('Rank 120').waitFor();
    expect(await page.getByText('No rank').count()).toBe(2);
    await page.locator('summary', { hasText: 'By month' }).last().click();
    await page.getByRole('rowheader', { name: 'February 2026' }).last().waitFor();

    await fetch(`${platform.url}/api/account/user_settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token.access}` },
      body: '{"sections":{"points":false}}',
    });
    await expect
      .poll(async () => (await fetch(`${platform.url}/profile/climber`)).text())
      .not.toContain('Points over time');
    expect(await (await fetch(`${platform.url}/api/account/profile/climber`)).json()).toMatchObject({ points: null });
    await stranger.context.close();

    const owner = await newVisitor(browser);
    await openAs(owner.page, platform, learner, '/profile/climber');
    await owner.page.getByRole('heading', { name: 'Points over time' }).waitFor();
    await owner.page.getByText('Only you see this').first().waitFor();
    await owner.context.close();
  });
});

it('has no axe findings in any theme, and fits every width', { timeout: 300_000 }, async () => {
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner, '/leaderboard');
  const findings: string[] = [];
  const axe = new AxeOnce();
  for (const path of [
    '/leaderboard',
    '/leaderboard?period=week',
    `/leaderboard?continent=${continent.slug}`,
    '/profile/climber',
  ]) {
    await open(page, path);
    if (path === '/leaderboard') await ownRank(page).locator('summary').click();
    for (const width of [390, 800, 1440]) {
      await page.setViewportSize({ width, height: 860 });
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
  }
  expect(findings).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
