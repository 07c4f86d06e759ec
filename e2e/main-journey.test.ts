import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createDatabase, type OwnDatabase } from './support/content-database.ts';
import { runExploit } from './support/exploit.ts';
import { freePort, type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/**
 * The main journey of a new learner on a platform that an operator has just started: with the embedded PostgreSQL, or
 * with the database of DATABASE_URL when the tests run against one.
 */

const username = 'nightowl';
const password = 'lantern gravel otter 9';

let browser: Browser;
let folder: { path: string; remove: () => Promise<void> };
let database: OwnDatabase | undefined;
let server: RunningServer;
let port: number;

beforeAll(async () => {
  [browser, folder, port] = await Promise.all([openBrowser(), temporaryFolder(), freePort()]);
  database = process.env.DATABASE_URL ? await createDatabase() : undefined;
  server = await start();
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await folder?.remove();
});

const start = () => startServer({ dataDir: folder.path, port, databaseUrl: database?.url ?? null });

const demoAccounts = /learner {4}learner {2}\S{23}\n.*superuser {2}captain {2}\S{23}\n/;

/** For changes that arrive on their own within a moment; a busy machine may need longer. */
const longTimeout = { timeout: 60_000 };

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

it('leads a new learner from the map to a solved lab, and keeps all progress through a power cut', async () => {
  // Only the first start prints the demo accounts. With the operator's own database there are none.
  if (database) await expect.poll(server.output, longTimeout).toContain('First superuser');
  else await expect.poll(server.output, longTimeout).toMatch(demoAccounts);
  const { page, context, errors } = await newVisitor(browser);

  // The map while logged out: the recommended start is a link.
  await page.goto(`${server.url}/map`);
  await page.getByRole('link', { name: 'Start First Light' }).click();
  await heading(page, 'What hacking is').waitFor();
  expect(new URL(page.url()).pathname).toBe('/courses/first-light/bearings/what-hacking-is');

  // Reading needs no account: this browser stores the progress. One button finishes the lesson and opens the next one.
  const quiz = page.getByRole('form', { name: /A library lets you borrow ten books/ });
  await quiz.getByLabel('That the books are in good condition').check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.getByText('a torn page gives nobody an eleventh book').waitFor();
  await quiz.getByLabel(/are always in step/).check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.getByText('Correct.').waitFor();
  await page.getByRole('button', { name: 'Write notes' }).click();
  await page.getByRole('textbox', { name: 'What I learned' }).fill('Two things that should agree.');
  await page.getByRole('button', { name: 'Mark as complete' }).click();
  await heading(page, 'What is allowed').waitFor();
  await page.getByRole('navigation', { name: 'Lessons', exact: true }).getByText('What hacking is').click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText('1 of 2 answered').waitFor();
  await page.reload();
  await page.getByText('1 of 2 answered').waitFor();
  await quiz.getByText('race condition').waitFor();

  // After sign-up the account has the progress, and the browser no longer stores it.
  await page.getByText('Saved in this browser only.').first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).last().click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await heading(page, 'What hacking is').waitFor();
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
  await heading(page, 'Your first break-in').waitFor();
  await page.getByRole('button', { name: 'Start lab' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open lab' }).click();
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);

  // Runs the lab's own exploit from inside the browser.
  const { claim } = await runExploit('lost-luggage', lab);
  await lab.close();
  const flagBox = page.getByRole('textbox', { name: 'The flag that you found' });
  await flagBox.fill('flag{a-guess}');
  await flagBox.press('Enter');
  await page.getByText('Not correct.').waitFor();
  expect(await flagBox.inputValue()).toBe('flag{a-guess}');
  await flagBox.fill(` ${claim} `);
  await flagBox.press('Enter');
  await page.getByText('Solved', { exact: true }).first().waitFor();

  await expectProgress(page);
  expect(errors).toEqual([]);

  // The power fails. The progress is still there, and the session continues.
  await server.kill();
  server = await start();
  await expect.poll(server.output, longTimeout).toContain('Lost a password?');
  expect(server.output()).not.toContain('captain');
  const place = database ? 'the database of DATABASE_URL' : `${folder.path} (embedded PostgreSQL)`;
  expect(server.output()).toContain(`Data stored in     ${place}`);
  await expectProgress(page);
  await page.goto(`${server.url}/courses/first-light/bearings/what-hacking-is`);
  await page.getByText('Completed', { exact: true }).waitFor();

  // Only PostgreSQL is killed. The server restarts it, and the learner stays logged in.
  if (!database) {
    const [postmaster] = (await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await expect
      .poll(server.output, longTimeout)
      .toContain('PostgreSQL exited (signal SIGKILL) and is being restarted.');
    await expect.poll(server.output, longTimeout).toContain('The database answers again after');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await expectProgress(page);
  }
  await context.close();
});

/** The map shows the progress, and the leaderboard shows the name. */
async function expectProgress(page: Page): Promise<void> {
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
  await page.getByRole('main').getByRole('listitem').filter({ hasText: username }).filter({ hasText: '20' }).waitFor();
}
