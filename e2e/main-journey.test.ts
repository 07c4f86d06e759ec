import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '../apps/server/src/platform/db/open-database.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { createDatabase, type OwnDatabase } from './support/content-database.ts';
import { runExploit } from './support/exploit.ts';
import { tabTo } from './support/keyboard.ts';
import { storedToken } from './support/learner.ts';
import { expectFilesKept, type SavedWork, saveWork } from './support/power-cut-workspace.ts';
import { commandsOf, descendantsOf, isRunning } from './support/processes.ts';
import { freePort, type RunningServer, runServerUntilExit, startServer, temporaryFolder } from './support/server.ts';
import { restoreTables } from './support/table-files.ts';

/**
 * The main journey of a new learner on a platform that an operator has just started: with the embedded PostgreSQL, or
 * with the database of DATABASE_URL when the tests run against one. Each test continues after the one before.
 */

const username = 'nightowl';
const password = 'lantern gravel otter 9';

let folder: { path: string; remove: () => Promise<void> };
let database: OwnDatabase | undefined;
let server: RunningServer;
let port: number;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [folder, port, { context, page, errors }] = await Promise.all([
    temporaryFolder(),
    freePort(),
    openBrowser().then((browser) => newVisitor(browser)),
  ]);
  if (process.env.DATABASE_URL) {
    database = await createDatabase(inject('contentDatabase'));
    return;
  }
  // The start does not import the courses, which takes a minute. `.ci/run` starts from an empty folder.
  const embedded = await openDatabase({ databaseUrl: null, dataDir: folder.path });
  await restoreTables(embedded.url, inject('contentFolder'));
  await embedded.close();
}, 300_000);
afterAll(async () => {
  await context?.close();
  await server?.stop();
  await database?.drop();
  await folder?.remove();
});

const start = () =>
  // The lab with a workspace requires tier 2. An operator at a terminal gets text.
  startServer({
    ...{ dataDir: folder.path, port, databaseUrl: database?.url ?? null },
    env: { FREE_TIER: '2', LOG_FORMAT: 'text' },
  });

const demoAccounts = /learner {4}learner {2}\S{23}\n.*superuser {2}captain {2}\S{23}\n/;

/** For changes that arrive on their own within a moment; a busy machine may need longer. */
const longTimeout = { timeout: 60_000 };

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

it('a start stops its database when another dependency is unavailable, and says what to do', async () => {
  const env = { STORAGE_URL: 's3://key:hidden-word@127.0.0.1:1/bucket?region=here&insecure=yes' };
  const { code, output } = await runServerUntilExit({ dataDir: folder.path, env });
  expect(code).toBe(1);
  expect(output).toContain('The storage in STORAGE_URL is unavailable');
  expect(output).not.toContain('hidden-word');
  expect(output).not.toMatch(/\n\s+at |Error:/);
  await expect(readFile(join(folder.path, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/);
  expect((await stat(join(folder.path, 'postgres'))).isDirectory()).toBe(true);
});

it('leads a new learner from the map to a solved lab, by keyboard', async () => {
  server = await start();
  // Only the first start prints the demo accounts. With the operator's own database there are none.
  if (database) await expect.poll(server.output, longTimeout).toContain('Set up this site');
  else await expect.poll(server.output, longTimeout).toMatch(demoAccounts);

  // The map while logged out: the recommended start is a link.
  await page.goto(`${server.url}/map`);
  await settled(page);
  await tabTo(page, page.getByRole('link', { name: 'Start First Light' }));
  await page.keyboard.press('Enter');
  await heading('What hacking is').waitFor();
  expect(new URL(page.url()).pathname).toBe('/courses/first-light/bearings/what-hacking-is');

  // Reading needs no account: this browser stores the progress. The key C completes the lesson and opens the next one.
  const quiz = page.getByRole('form', { name: /A library lets you borrow ten books/ });
  await quiz.getByLabel('That the books are in good condition').check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.getByText('a torn page does not give you an eleventh book').waitFor();
  await quiz.getByLabel(/are always in step/).check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.getByText('Correct.').waitFor();
  await page.getByRole('button', { name: 'Write notes' }).click();
  await page.getByRole('textbox', { name: 'What I learned' }).fill('Two things that should agree.');
  await page.getByRole('textbox', { name: 'What I learned' }).blur();
  await page.keyboard.press('c');
  await heading('What is allowed').waitFor();
  await page.getByRole('navigation', { name: 'Lessons', exact: true }).getByText('What hacking is').click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText('1 of 2 answered').waitFor();
  await page.reload();
  await page.getByText('1 of 2 answered').waitFor();
  await quiz.getByText('race condition').waitFor();

  // After sign-up the account has the progress, and the browser no longer stores it.
  await page.getByText('Saved in this browser only.').first().waitFor();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create an account' }).last());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Username'));
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await tabTo(page, page.getByRole('button', { name: 'Create account' }));
  await page.keyboard.press('Enter');
  await heading('What hacking is').waitFor();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText('1 of 2 answered').waitFor();
  const storedProgress = () => Object.keys(localStorage).filter((key) => key === 'visit' || key.startsWith('notes:'));
  await expect.poll(() => page.evaluate(storedProgress)).toEqual([]);
  await page.reload();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText('1 of 2 answered').waitFor();
  const notes = page.getByRole('textbox', { name: 'What I learned' });
  await expect.poll(() => notes.inputValue()).toBe('Two things that should agree.');

  // Opens the lesson with the lab from the course's own table of contents.
  await page
    .getByRole('navigation', { name: 'Lessons', exact: true })
    .getByRole('link', { name: /Your first break-in/ })
    .click();
  await heading('Your first break-in').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Start lab' }));
  await page.keyboard.press('Enter');
  const opened = context.waitForEvent('page');
  await tabTo(page, page.getByRole('button', { name: 'Open lab' }));
  await page.keyboard.press('Enter');
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);

  // Runs the lab's own exploit from inside the browser.
  const { claim = '' } = await runExploit('lost-luggage', lab);
  await lab.close();
  const flagBox = page.getByRole('textbox', { name: 'The flag that you found' });
  await tabTo(page, flagBox);
  await page.keyboard.type('flag{a-guess}');
  await page.keyboard.press('Enter');
  await page.getByText('Not correct.').waitFor();
  expect(await flagBox.inputValue()).toBe('flag{a-guess}');
  await flagBox.fill(` ${claim} `);
  await flagBox.press('Enter');
  await page.getByText('Solved', { exact: true }).first().waitFor();

  await expectProgress(20);
  expect(errors).toEqual([]);
});

it('a power cut leaves no process, and loses no progress and no saved file', async () => {
  const { access } = await storedToken(page);
  // Undefined on a machine that cannot run workspaces.
  const work: SavedWork | undefined = await saveWork(server, access);
  const processes = [...(await descendantsOf(server.pid))];
  const sandboxes = (await commandsOf(processes)).filter((command) => command.includes('bwrap'));
  expect(sandboxes.length).toBeGreaterThanOrEqual(work ? 2 : 1);
  await server.kill();
  await expect.poll(async () => (await Promise.all(processes.map(isRunning))).filter(Boolean).length).toBe(0);

  server = await start();
  await expect.poll(server.output, longTimeout).toContain('Lost a password?');
  expect(server.output()).not.toContain('captain');
  const place = database ? 'the database of DATABASE_URL' : `${folder.path} (embedded PostgreSQL)`;
  expect(server.output()).toContain(`Data stored in     ${place}`);
  await expectProgress(20 + (work?.points ?? 0));
  await page.goto(`${server.url}/courses/first-light/bearings/what-hacking-is`);
  await page.getByText('Completed', { exact: true }).waitFor();
  if (work) await expectFilesKept(server, access, work);
});

it.skipIf(process.env.DATABASE_URL)('restarts a killed PostgreSQL, and the learner stays logged in', async () => {
  const [postmaster] = (await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(postmaster), 'SIGKILL');
  await expect.poll(server.output, longTimeout).toContain('PostgreSQL exited (signal SIGKILL) and is being restarted.');
  await expect.poll(server.output, longTimeout).toContain('The database answers again after');
  // On a busy machine, the first query may take longer than the probe waits.
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, longTimeout).toBe(200);
  await page.reload();
  await page.getByText('Completed', { exact: true }).waitFor();
});

/** The map shows the progress, and the leaderboard shows the name and the points. */
async function expectProgress(points: number): Promise<void> {
  await page.goto(`${server.url}/map`);
  await page
    .getByRole('link', { name: /Lost Luggage.*solved/i })
    .first()
    .waitFor();
  await page
    .getByRole('link', { name: /First Light.*1 of 5/i })
    .first()
    .waitFor();
  await page.goto(`${server.url}/leaderboard`);
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: username })
    .filter({ hasText: String(points) })
    .waitFor();
}
