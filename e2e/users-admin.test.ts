import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabCard, SignedIn, Training } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, password, signUp, signUpSuperuser } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { projectRoot } from './support/server.ts';

/**
 * A superuser helps a learner, from the search to the entry in the audit log, and uses the remaining admin pages.
 */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let captain: SignedIn;
let learner: SignedIn;
const axe = new AxeOnce();
/** Addresses of the pages that `check` has checked. */
const checked = new Set<string>();

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform({ PADDLE_SANDBOX: 'on' })]);
  [captain, learner] = await Promise.all([signUpSuperuser(platform, 'captain'), signUp(platform)]);
});
afterAll(async () => {
  await platform?.end();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Checks a page on a phone and a desktop, in both themes. */
async function check(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
  }
  checked.add(new URL(page.url()).pathname);
}

it('a superuser finds a learner, gives them a tier, views as them, disables and enables them, and the audit log has it all', async () => {
  const { username } = learner.user;
  const own = await newVisitor(browser);
  await openAs(own.page, platform, learner, '/labs');
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, captain, '/admin');
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await check(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByLabel('Username or email').fill(username.slice(2).toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=/);
  await page.getByRole('link', { name: username }).waitFor();
  await check(page);
  await page.getByRole('link', { name: username }).click();
  await page.getByRole('heading', { name: 'Actions' }).waitFor();
  await page.getByLabel('Tier', { exact: true }).selectOption('Specialization');
  await page.getByLabel('Months').fill('3');
  await button(page, 'Grant tier').click();
  await page.getByText('Specialization by grant').waitFor();
  await check(page);

  await button(page, `View as ${username}`).click();
  const banner = page.getByRole('complementary', { name: 'View as' });
  await banner.getByText(`Viewing as ${username}`).waitFor();
  await settled(page);
  expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Audit log').count()).toBe(0);
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  const rejections = await page.evaluate(async () => {
    const { access } = JSON.parse(sessionStorage.getItem('view') ?? '{}');
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const calls: [string, string][] = [
      ['POST', '/api/account/settings'],
      ['GET', '/api/account/export'],
      ['GET', '/api/admin/users'],
    ];
    const answers = calls.map(([method, path]) =>
      fetch(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) }).then((answer) => answer.json()),
    );
    return (await Promise.all(answers)).map(({ code }) => code);
  });
  expect(rejections).toEqual(['view_only', 'view_only', 'view_only']);
  await banner.getByRole('button', { name: 'Stop viewing' }).click();
  await page.waitForURL(`${platform.url}/admin/users/${username}`);

  await button(page, 'Disable').click();
  await page.getByLabel('Reason').fill('Sold flags.');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await button(page, 'Enable').waitFor();
  // The learner's open page notices with its next call.
  await own.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes', exact: true }).click();
  await own.page.getByText('This account is disabled').waitFor();
  await button(page, 'Enable').click();
  await page.getByLabel('Reason').fill('It was somebody else.');
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await button(page, 'Disable').waitFor();

  await page.getByRole('link', { name: 'Changes to this account' }).click();
  const actions = page.getByRole('button', { expanded: false }).filter({ hasText: `→ ${username}` });
  await expect
    .poll(async () => (await actions.allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['account.enabled', 'account.disabled', 'impersonation.started', 'tier.granted']);
  await actions.nth(1).click();
  await page.getByText('Sold flags.').waitFor();
  await check(page);
  const saving = page.waitForEvent('download');
  await button(page, 'CSV').click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved.trim().split('\r\n')).toHaveLength(5);
  // Except for the rejected calls above.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
  await context.close();
  await own.context.close();
});

it('a superuser finds and acts on feedback, notes, shared flags, payments and settings', async () => {
  const get = async <T>(path: string) => (await fetch(platform.url + path)).json() as Promise<T>;
  const { name: course, chapters } = await get<Training>('/api/training/first-light');
  const lesson = chapters[0]?.subchapters[0];
  const lab = (await get<{ labs: LabCard[] }>('/api/lab/')).labs[0];
  const owner = await signUp(platform);
  const { pk, username } = learner.user;
  await runOn(
    platform.databaseUrl,
    `with lesson as (select pk, revision from subchapters where slug = '${lesson?.slug}' and not hidden),
      said as (insert into lesson_feedback (user_pk, subchapter_pk, pace, rating, text, revision, updated_at)
        select ${pk}, lesson.pk, 'fast', 2, 'I lost the thread.', lesson.revision, now() from lesson),
      wrote as (insert into notes (user_pk, subchapter_pk, what_i_learned, revision, updated_at, published_at)
        select ${pk}, lesson.pk, 'Buy flags here.', lesson.revision, now(), now() from lesson)
    insert into shared_flags (user_pk, owner_pk, flag_pk)
      select ${pk}, ${owner.user.pk}, flags.pk from flags join labs on labs.pk = flags.lab_pk
      where labs.slug = '${lab?.slug}' limit 1`,
  );
  const { page, context, errors } = await newVisitor(browser);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const goTo = async (name: string, heading = name) => {
    await menu.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  await openAs(page, platform, captain, '/admin');
  // The overview links to each page. It has the same list as the side menu and the palette.
  await page.getByRole('heading', { level: 2, name: 'Pages' }).waitFor();
  const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(Object.keys(pages).filter((path) => path !== '/admin' && !links.includes(path))).toEqual([]);
  await goTo('Feedback');
  await page.getByRole('option', { name: course }).waitFor({ state: 'attached' });
  await page.getByLabel('Course').selectOption(course);
  await button(page, 'Apply').click();
  await page.waitForURL(/training=first-light/);
  await page.getByLabel('Lesson', { exact: true }).selectOption(lesson?.name ?? '');
  await page.getByLabel('Rating').selectOption('2 of 5 or less');
  await button(page, 'Apply').click();
  await page.waitForURL(/subchapter=/);
  await page.getByText('I lost the thread.').waitFor();
  await check(page);
  await button(page, 'Clear').click();
  await page.waitForURL(`${platform.url}/admin/feedback`);

  await goTo('Published notes');
  await button(page, `Take down the note of ${username} on ${lesson?.name}`).click();
  const restore = button(page, `Restore the note of ${username} on ${lesson?.name}`);
  await restore.waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('taken down');
  await button(page, 'Apply').click();
  await page.waitForURL(/only=hidden/);
  await restore.click();
  await page.getByText('No notes taken down').waitFor();
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await page.getByText('Buy flags here.').waitFor();
  await check(page);

  await goTo('Shared flags');
  await page.getByLabel('User', { exact: true }).fill(owner.user.username);
  await page.getByLabel('Lab').selectOption(lab?.name ?? '');
  await button(page, 'Apply').click();
  await page.waitForURL(/lab=/);
  await page.getByText('submitted a flag or an answer of').waitFor();
  await check(page);

  await goTo('Payments');
  await button(page, 'Reconcile now').click();
  await page.getByText('no differences').waitFor();
  await page.getByLabel('Username').fill(username);
  await button(page, 'Look up').click();
  await page.getByRole('heading', { name: `${username}` }).waitFor();
  await check(page);

  // The superuser menu is long: it scrolls the current entry into view.
  await goTo('Audit log');
  await expect.poll(() => menu.getByRole('link', { name: 'Audit log' }).evaluate(isInSight)).toBe(true);
  await page.reload();
  await expect.poll(() => menu.getByRole('link', { name: 'Audit log' }).evaluate(isInSight)).toBe(true);

  await goTo('Settings');
  await check(page);
  const featureSwitches = page.getByRole('region', { name: 'Features for everyone' });
  await featureSwitches.getByLabel('Site message').fill('Labs rest on Sunday.');
  await featureSwitches.getByRole('button', { name: 'Save message' }).click();
  await featureSwitches.getByText('Saved.').waitFor();
  // By keyboard alone: the confirmation, its answer, and the switch back.
  const signUpSwitch = featureSwitches.getByRole('switch', { name: 'Sign-up' });
  await signUpSwitch.press('Space');
  await page.getByRole('dialog', { name: 'Turn off sign-up for everyone?' }).waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => signUpSwitch.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await signUpSwitch.isChecked()).toBe(true);
  await signUpSwitch.press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect.poll(() => signUpSwitch.isChecked()).toBe(false);
  // The server's page for visitors follows.
  const labs = async () => (await fetch(`${platform.url}/labs`)).text();
  await expect.poll(labs).toContain('Labs rest on Sunday.');
  await expect.poll(labs).not.toMatch(/href="\/signup/);
  expect(await labs()).toMatch(/href="\/login/);
  await signUpSwitch.press('Space');
  // The switch shows the new state at once. Sign-up opens when the server has processed the change.
  const isOpen = async () => (await (await fetch(`${platform.url}/api/config/features2`)).json()).register;
  await expect.poll(isOpen).toBe(true);
  expect(await signUpSwitch.isChecked()).toBe(true);
  for (const [path, name] of Object.entries(pages)) {
    if (checked.has(path)) continue;
    await page.goto(platform.url + path);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await check(page);
  }
  expect(errors).toEqual([]);
  await context.close();
});

it('a superuser adds people, sorts the list, acts on several users and exports them; a new person chooses a password', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, captain, '/admin/users');
  await button(page, 'Add people').click();
  await page.getByLabel('People', { exact: true }).fill('grace-h\nAda Lovelace,ada@x.example\ncaptain');
  await check(page);
  await button(page, 'Add people').click();
  await page.getByRole('heading', { name: '2 accounts added' }).waitFor();
  await page.getByText('This username is taken').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  const link =
    (await page
      .getByRole('row', { name: /^grace-h/ })
      .locator('code')
      .textContent()) ?? '';
  const saving = page.waitForEvent('download');
  await button(page, 'Save as CSV').click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain(`grace-h,,${link}`);

  const grace = await newVisitor(browser);
  await grace.page.goto(link.replace(/^https?:\/\/[^/]+/, platform.url));
  await grace.page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await grace.page.getByLabel('Password', { exact: true }).fill(password);
  await button(grace.page, 'Set password').click();
  await grace.page.getByText('Your password is set').waitFor();
  await grace.page.getByLabel('Username or email').fill('grace-h');
  await grace.page.getByLabel('Password', { exact: true }).fill(password);
  await button(grace.page, 'Log in').click();
  await grace.page.getByText('Welcome, grace-h').waitFor();
  await grace.page.goto(link.replace(/^https?:\/\/[^/]+/, platform.url));
  await grace.page.getByLabel('Password', { exact: true }).fill(password);
  await button(grace.page, 'Set password').click();
  await grace.page.getByRole('heading', { name: 'This link does not work' }).waitFor();

  await button(page, 'Back to the users').click();
  // By keyboard alone: the header sorts, Space selects.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').press('Enter');
  await page.waitForURL(/sort=name/);
  const names = page.locator('tbody th');
  await expect.poll(async () => (await names.allInnerTexts())[0]).toBe('Ada-Lovelace');
  await page.getByLabel('Select grace-h').press('Space');
  await page.getByLabel('Select Ada-Lovelace').press('Space');
  await page.getByText('2 users selected').waitFor();
  await check(page);
  await button(page, 'Delete').click();
  await page.getByLabel('Reason').fill('The course is over.');
  await page.getByLabel('Your password', { exact: true }).fill(password);
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await button(page, 'Delete in 14 days').click();
  await page.getByText('Deletion of 2 users scheduled.').waitFor();
  await page.getByLabel('State').selectOption('Scheduled for deletion');
  await button(page, 'Apply').click();
  await page.waitForURL(/state=deletion_scheduled/);
  await expect.poll(() => names.allInnerTexts()).toEqual(['Ada-Lovelace', 'grace-h']);
  const exporting = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const csv = await readFile(await (await exporting).path(), 'utf8');
  expect(
    csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[0]),
  ).toEqual(['username', 'Ada-Lovelace', 'grace-h']);
  expect(errors).toEqual([]);
  await context.close();
  await grace.context.close();
});

it('shows at least twenty users on a laptop, and no page is wider than a phone', async () => {
  await runOn(
    platform.databaseUrl,
    `insert into users (username, profile_slug, email, password_hash)
     select 'crowd-of-people-' || i, 'crowd-' || i, 'person' || i || '@a-school-with-a-long-name.example.org', 'x'
     from generate_series(1, 60) i`,
  );
  const { page, context } = await newVisitor(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, platform, captain, '/admin/users');
  const rows = page.locator('tbody tr');
  await rows.nth(49).waitFor();
  const visible = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(visible).toBeGreaterThanOrEqual(20);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const path of ['/map', '/', '/notes', '/account', '/subscription', '/admin', '/admin/audit']) {
    await page.goto(platform.url + path);
    await settled(page);
    const entries = [
      menu.getByRole('link', { name: 'Subscription', exact: true }),
      menu.getByRole('button', { name: 'Logout' }),
    ];
    for (const entry of entries) expect([path, await entry.evaluate(isInSight)]).toEqual([path, true]);
  }
  await page.goto(`${platform.url}/admin/users`);
  await rows.nth(49).waitFor();
  for (const width of [390, 800]) {
    await page.setViewportSize({ width, height: 844 });
    // The page has its new size once the next frame is drawn.
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await context.close();
});

it('offers no account while sign-up is closed, and says what to do', async () => {
  const { page, context } = await newVisitor(browser);
  const admin = await newVisitor(browser);
  await openAs(admin.page, platform, captain, '/admin/map/features');
  const signUpSwitch = admin.page.getByRole('switch', { name: 'Sign-up' }).first();
  await signUpSwitch.press('Space');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).press('Enter');
  const isOpen = async () => (await (await fetch(`${platform.url}/api/config/features2`)).json()).register;
  await expect.poll(isOpen).toBe(false);
  await expect.poll(async () => (await fetch(`${platform.url}/signup`)).text()).toContain('Sign-up is closed');
  await page.goto(`${platform.url}/signup`);
  await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  const { chapters } = (await (await fetch(`${platform.url}/api/training/first-light`)).json()) as Training;
  const lesson = chapters[0]?.subchapters[0]?.slug;
  const paths = ['/map', '/labs', '/lab/lost-luggage', '/notes', `/courses/first-light/${chapters[0]?.slug}/${lesson}`];
  for (const path of paths) {
    await expect
      .poll(async () => (await fetch(platform.url + path)).text())
      .not.toMatch(/Create (an )?account|create an account|href="\/signup/);
    await page.goto(platform.url + path);
    await settled(page);
    expect(await page.getByText(/create (an )?account/i).count()).toBe(0);
  }
  await signUpSwitch.press('Space');
  await expect.poll(isOpen).toBe(true);
  await context.close();
  await admin.context.close();
});

/** Runs inside the page. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/** Pages of the admin area without tests of their own, with their headings. */
const pages: Record<string, string> = {
  '/admin': 'Overview',
  '/admin/audit': 'Audit log',
  '/admin/feedback': 'Feedback',
  '/admin/shared-flags': 'Shared flags',
  '/admin/import': 'Import and export',
  '/admin/map/features': 'Settings',
  '/admin/notes': 'Published notes',
  '/admin/payments': 'Payments',
  '/admin/status': 'Status',
  '/admin/users': 'Users',
  '/admin/vouchers': 'Vouchers',
};

/** Returns every address of the admin area from the web's route tree. */
async function adminPaths(): Promise<string[]> {
  const tree = await readFile(join(projectRoot, 'apps/web/src/routeTree.gen.ts'), 'utf8');
  // The area has no page beside the one at `/admin`.
  const paths = [...tree.matchAll(/fullPath: '(\/admin[^']*?)\/?'/g)].map((match) => match[1] ?? '');
  return [...new Set(paths)].map((path) => path.replace('$hexmap', 'hexmap').replace(/\$\w+/g, 'captain'));
}

it('every page of the admin area has its title, and is checked here or in a test of its own', async () => {
  const paths = await adminPaths();
  for (const path of paths) expect(await (await fetch(platform.url + path)).text()).toContain('<title>Admin · ');
  // The first test of this file checks the page of a user.
  const hasItsOwn = /^\/admin\/(?:map|training|metrics|email|privacy|users\/)/;
  const others = [...paths.filter((one) => !hasItsOwn.test(one)), '/admin/map/features'];
  expect(others.sort()).toEqual(Object.keys(pages).sort());
});
