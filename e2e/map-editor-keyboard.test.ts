import type { SignedIn } from '@hexpedition/contract';
import { type Hex, nodesOf } from '@hexpedition/hexkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { KeyboardVisitor } from './support/keyboard.ts';
import { signUp } from './support/learner.ts';
import { author, draftOf, freeSea, namesOn, namesOnDraft, tester } from './support/map-editor.ts';
import { startPlatform } from './support/platform.ts';

/** Authors edit the maps by keyboard alone. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let bay: Hex;
beforeAll(async () => {
  [browser, platform, bay] = await Promise.all([openBrowser(), startPlatform(), freeSea()]);
});
afterAll(async () => {
  await platform?.end();
});

const near = (q: number, r: number): Hex => ({ q: bay.q + q, r: bay.r + r });
const canvas = ['application', 'Map canvas'] as const;
const inspector = ['region', 'Inspector'] as const;
const tray = ['region', 'Not on the map'] as const;
const problems = ['region', 'Problems'] as const;
const publish = ['button', /Publish …$/] as const;
const dialog = ['dialog', /./] as const;

const open = async (session: SignedIn) => {
  const keys = await KeyboardVisitor.open(browser, platform, session, '/admin/map/hexmap');
  await keys.sees(canvas);
  return keys;
};

it('draws a continent, places three courses, links them, fixes a mistake, publishes and rolls back', async () => {
  const pilot = await author(platform, 'pilot');
  const keys = await open(pilot);

  // Removes three courses from the map. They wait in the tray.
  const three = [/^XOR/, /^RSA/, /^Block/];
  for (const course of three) {
    await keys.goToPart(...inspector);
    await keys.enter(inspector, ['button', 'Cryptography']);
    await keys.enter(inspector, ['button', course]);
    await keys.goToPart(...canvas);
    await keys.press('Delete');
    await keys.sees(tray, ['button', course]);
  }

  // Draws a new continent on free sea.
  await keys.press('b');
  await keys.goTo('Shift+Tab', ['button', 'New']);
  await keys.press('Enter');
  await keys.type('Far Bay');
  await keys.press('Enter');
  await keys.goTo('Tab', ['radio', '1']);
  await keys.press('ArrowRight', 'ArrowRight');
  await keys.goToPart(...canvas);
  const shores = [near(-2, 0), near(0, 0), near(2, 0)];
  for (const hex of shores) {
    await keys.moveCursorTo(hex);
    await keys.press('Space');
    await keys.waitForAnnouncement('Painted.');
  }

  // Places the courses from the tray on the new continent.
  await keys.press('v');
  for (const [i, hex] of shores.entries()) {
    await keys.goToPart(...tray);
    await keys.enter(tray, ['button', three[i] ?? '']);
    await keys.moveCursorTo(hex);
    await keys.press('Enter');
    await keys.waitForAnnouncement(`at ${hex.q}, ${hex.r}.`);
  }
  expect(await keys.count(tray, ['listitem', ''])).toBe(0);

  // Links them, and the last one to the first: a cycle, which is an error.
  await keys.press('p');
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const) {
    await keys.moveCursorTo(shores[from] ?? bay);
    await keys.press('Enter');
    await keys.waitForAnnouncement('The path starts');
    await keys.moveCursorTo(shores[to] ?? bay);
    await keys.press('Enter');
    await keys.waitForAnnouncement('The path ends');
  }
  await keys.hasErrors('cycle');
  await keys.goToPart(...problems);
  await keys.press('Enter');
  await keys.expectMark(near(-2, 0), 1);
  await keys.press('Control+z');
  await keys.hasErrors();
  await keys.isSaved();

  // Publishes to beta: only a beta tester sees the change.
  const live = (await draftOf(platform, pilot)).live?.pk;
  await keys.enter(publish);
  await keys.reads('The continent far-bay is new');
  await keys.enter(dialog, ['button', 'Publish to beta']);
  await keys.reads('The map is live for accounts with beta access.');
  expect(await namesOn(platform, 'beta', pilot.token.access)).toContain('Far Bay');
  expect(await namesOn(platform, '2')).not.toContain('Far Bay');
  const guest = await KeyboardVisitor.open(browser, platform, await tester(platform), '/map');
  await guest.enter(['navigation', /./], ['link', 'Far Bay']);
  await guest.isAt('/map/far-bay');
  await guest.end();
  const learner = await KeyboardVisitor.open(browser, platform, await signUp(platform), '/map');
  await learner.sees(['navigation', /./], ['link', 'Cryptography']);
  expect(await learner.count(['link', /Far Bay/])).toBe(0);

  // Publishes to all users, and rolls back.
  await keys.enter(publish);
  await keys.enter(dialog, ['button', 'Publish to everyone']);
  await keys.reads('The map is live for everyone.');
  await learner.visit('/map');
  await learner.sees(['navigation', /./], ['link', 'Far Bay']);
  await keys.enter(['link', 'History']);
  await keys.enter(['listitem', `map ${live}`], ['button', 'Restore this version']);
  await keys.reads('The earlier map is live again.');
  await learner.visit('/map');
  await learner.sees(['navigation', /./], ['link', 'Cryptography']);
  expect(await learner.count(['link', /Far Bay/])).toBe(0);
  expect(await namesOn(platform, '2')).not.toContain('Far Bay');
  expect(await namesOnDraft(platform, pilot)).toContain('Far Bay');
  await Promise.all([keys.end(), learner.end()]);
});

it('moves a course, erases, adds a label and starts a path at the cursor', async () => {
  const boatswain = await author(platform, 'boatswain');
  const before = (await draftOf(platform, boatswain)).document;
  const course = nodesOf(before).find(({ slug }) => slug === 'http');
  if (!course) throw new Error('There is no http.');
  const { q, r } = course;
  const keys = await open(boatswain);
  await keys.goToPart(...inspector);
  await keys.enter(inspector, ['button', 'Foundations']);
  await keys.enter(inspector, ['button', /^HTTP/]);
  await keys.goToPart(...canvas);
  await keys.waitForAnnouncement(`${q}, ${r}: http`);
  // Picks the course up, moves it, puts it down and undoes the move.
  await keys.press('Enter');
  await keys.waitForAnnouncement('Picked up');
  await keys.press('ArrowLeft', 'Enter');
  await keys.waitForAnnouncement(`at ${q - 1}, ${r}.`);
  await keys.press('Control+z');
  // Erases the land under the course. The quick fix is next to the problem.
  await keys.moveCursorTo(course);
  await keys.press('e', 'Space');
  await keys.waitForAnnouncement('Erased.');
  await keys.hasErrors('off_continent');
  await keys.press('F8');
  await keys.expectMark(course, 1);
  await keys.goToPart(...problems);
  await keys.enter(problems, ['button', 'Paint land under it']);
  await keys.hasErrors();
  await keys.goToPart(...canvas);
  await keys.press('Control+z', 'Control+z', 't', 'Space');
  await keys.isSaved();
  await expect
    .poll(async () => (await draftOf(platform, boatswain)).document.terrain.length)
    .toBe(before.terrain.length + 1);
  await keys.press('Control+z', 'p', 'Enter');
  await keys.waitForAnnouncement('The path starts at http');
  await keys.press('Escape');
  expect(await keys.axeFindings()).toEqual([]);
  await keys.end();
});

it('edits by two authors at the same time are all kept, and the authors resolve conflicts', async () => {
  const [one, two] = await Promise.all([author(platform, 'first-oar'), author(platform, 'second-oar')]);
  const [left, right] = await Promise.all([open(one), open(two)]);
  const rename = async (keys: KeyboardVisitor, from: string, to: string) => {
    await keys.goToPart(...inspector);
    await keys.enter(inspector, ['button', from]);
    await keys.goTo('Tab', inspector, ['textbox', 'Name']);
    await keys.press('Control+a');
    await keys.type(to);
    await keys.press('Enter');
    await keys.goTo('Shift+Tab', inspector, ['button', 'All continents']);
    await keys.press('Enter');
  };
  const names = () => namesOnDraft(platform, one);
  await rename(left, 'Forensics', 'Traces');
  await expect.poll(names).toContain('Traces');
  await left.blockPresence();
  // Different fields: merged without a question.
  await rename(right, 'Mobile', 'Pockets');
  await expect.poll(names).toEqual(expect.arrayContaining(['Traces', 'Pockets']));
  expect(await right.count(dialog)).toBe(0);
  // The same field: shows both versions.
  await rename(right, 'Pockets', 'Hands');
  await expect.poll(names).toContain('Hands');
  await rename(left, 'Mobile', 'Phones');
  await left.goTo('Tab', dialog, ['radio', /^Mine: name Phones/]);
  await left.press('ArrowDown');
  await left.enter(dialog, ['button', 'Apply selection']);
  await left.isSaved();
  expect(await names()).toEqual(expect.arrayContaining(['Traces', 'Hands']));
  expect(await names()).not.toContain('Phones');
  // The server reports a conflict as a 409.
  await Promise.all([left.end(/409 \(Conflict\)/), right.end(/409 \(Conflict\)/)]);
});
