import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { quiz, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import { expect } from 'vitest';
import { base64, plain } from '#features/avatars/testing';
import { syncCurriculum } from '#features/content/import/curriculum.sync';
import { importFiles } from '#features/content/import/import-files';
import { syncLabs } from '#features/labs/labs.sync';
import type { Db } from '#platform/db/db';
import { projectRoot } from '#platform/paths';
import { type Account, ok, type UpgradeApp } from './upgrade-app.ts';

/** One lab on the web, and one with a workspace. Both have a repair. */
const labs = ['lost-luggage', 'lamplighter'];

/** Imports the fixture with every kind of module, a course with a flag, a quiz and a test, and two labs. */
export async function fillCourses(db: Db): Promise<void> {
  expect(await syncCurriculum({ db, root: fixtureFolder })).toMatchObject({ applied: true });
  const { 'map.json': _, ...files } = validFiles();
  const test = '---\nid: test-http\nname: What do you know?\nsummary: All of it.\n---\nBegin.\n\n';
  files['web/http/test-out.md'] = `${test}${quiz.replace('#fragment', '#asked')}\n`;
  const incoming = new Map(Object.entries(files).map(([path, text]) => [path, fileOf(Buffer.from(text))]));
  const report = await importFiles(db, incoming, { source: 'second', labs: new Set(labs) });
  expect(report).toMatchObject({ applied: true });
  const folder = await mkdtemp(join(tmpdir(), 'hexpedition-labs-'));
  for (const slug of labs) await cp(join(projectRoot, 'labs', slug), join(folder, slug), { recursive: true });
  expect((await syncLabs(db, folder)).problems).toEqual([]);
  await rm(folder, { recursive: true });
}

/** Progress, answers, notes, reviews and the profile of one learner. */
export async function fillLearning({ db, clock }: UpgradeApp, { call }: Account): Promise<void> {
  await ok(call('POST', '/api/trainings/enroll', { training: 'http' }));
  await ok(call('POST', '/api/progress/http', { subchapter: 'first', completed: true }));
  await ok(call('POST', '/api/subchapter/first/quiz/fragment', { answer: [await correctOption(db, 'fragment')] }));
  const flag = { subchapter: 'first', id: 'signal', flag: 'flag{one}' };
  expect(await ok(call('POST', '/api/progress/http/flags', flag))).toMatchObject({ result: 'right', points: 10 });
  await ok(call('POST', '/api/training/http/test_out', { answers: {} }));
  await ok(call('POST', '/api/subchapter/first/notes', { what_i_learned: 'A published thought.', published: true }));
  await ok(call('POST', '/api/subchapter/second/notes', { did_not_understand: 'A private question.' }));
  await ok(call('POST', '/api/subchapter/third/notes', {}));
  await db
    .updateTable('note_cards')
    .set({ due_at: new Date(clock.now().getTime() - 60_000) })
    .execute();
  type Due = { cards: { subchapter: { slug: string }; due: string }[] };
  const [card] = (await ok(call<Due>('GET', '/api/notes/due'))).cards;
  await ok(call('POST', '/api/notes/review', { subchapter: card?.subchapter.slug, due: card?.due, rating: 'good' }));
  await ok(call('POST', '/api/subchapter/first/feedback', { pace: 'right', rating: 5, text: 'Clear.' }));
  type Polls = { questions: { pk: number; options: { id: string }[] }[] };
  const [poll] = (await ok(call<Polls>('GET', '/api/polls/'))).questions;
  await ok(call('POST', `/api/polls/answer/${poll?.pk}`, { answers: [poll?.options[0]?.id] }));
  await ok(call('POST', '/api/subchapter/film/video/beacon', { position: 2, watched: [[0, 2]] }));
  await ok(call('POST', '/api/subchapter/drill/drill/rows/solution', { round: 1 }));
  await ok(call('POST', '/api/avatars/upload', { image: base64(await plain().png().toBuffer()) }));
  await ok(call('POST', '/api/account/user_settings', { about: 'I hack lighthouses.' }));
}

async function correctOption(db: Db, id: string): Promise<string> {
  const { secret } = await db.selectFrom('modules').select('secret').where('id', '=', id).executeTakeFirstOrThrow();
  return (secret as { right: string[] }).right[0] ?? '';
}

/** A solved lab with all that follows, an instance that is still running, and a workspace with a saved home. */
export async function fillLabs(app: UpgradeApp, { pk, call }: Account, other: Account): Promise<void> {
  const start = async (slug: string) => {
    await ok(call('POST', `/api/lab/${slug}/start`, {}));
    await expect.poll(() => statusOf(slug), { timeout: 30_000 }).toBe('running');
  };
  const statusOf = async (slug: string) => {
    type Answer = { instance: { status: string } | null };
    return (await ok(call<Answer>('GET', `/api/lab/${slug}/instance`))).instance?.status;
  };
  const path = '/api/lab/lost-luggage';
  await start('lost-luggage');
  const [flag] = Object.values(app.labRuntime.specs.at(-1)?.flags ?? {});
  expect(await ok(other.call('POST', '/api/lab/flags/lost-luggage', { flag }))).toMatchObject({ result: 'wrong' });
  await ok(call('POST', `${path}/hints`, { number: 1 }));
  expect(await ok(call('POST', '/api/lab/flags/lost-luggage', { flag }))).toMatchObject({ result: 'right' });
  await ok(call('POST', `${path}/enter`, {}));
  await ok(call('PUT', `${path}/rating`, { difficulty: 4 }));
  await ok(call('PUT', `${path}/solution`, { text: 'I looked *inside*.', published: true }));
  type Repair = { files: { name: string; text: string }[] };
  const { files } = await ok(call<Repair>('GET', `${path}/repair`));
  const changed = Object.fromEntries(files.map(({ name, text }) => [name, `${text}\n// Repaired.\n`]));
  await ok(call('PUT', `${path}/repair`, { files: changed }));
  // The second lab needs a tier.
  await app.db.insertInto('entitlements').values({ user_pk: pk, source: 'grant', tier: 2 }).execute();
  await start('lamplighter');
  const bytes = { 'content-type': 'application/octet-stream' };
  await ok(call('PUT', '/api/lab/lamplighter/file?path=notes.txt', Buffer.from('Overwrite the rank.'), bytes));
  await ok(call('POST', '/api/lab/lamplighter/stop', {}));
  await expect.poll(() => statusOf('lamplighter'), { timeout: 30_000 }).not.toBe('running');
}
