import { appendFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PollAnswer, PollAnswers, Polls, Subchapter, TrainingProgress } from '@hexpedition/contract';
import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, type TestApp } from '#testing/test-app';
import { importCurriculum } from './import-curriculum.ts';

/** Tests how learners' data, videos and polls survive changes by an author. */

let test: TestApp;
let root: string;
beforeEach(async () => {
  test = await createTestApp();
  root = await mkdtemp(join(tmpdir(), 'hexpedition-modules-'));
  await cp(fixtureFolder, root, { recursive: true });
});
afterEach(async () => {
  await test.close();
  await rm(root, { recursive: true, force: true });
});

const lessons = 'tests/kinds/01-modules';

async function run(dryRun = false) {
  const report = await importCurriculum({ db: test.database.db, root, labs: null, dryRun });
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error');
  return { ...report, errors, list: report.changes.map(({ change, id, what }) => [change, id, ...what].join(' ')) };
}

async function edit(file: string, from: string | RegExp, to: string) {
  const before = await readFile(join(root, file), 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not hold ${from}`);
  await writeFile(join(root, file), after);
}

const read = async (slug: string) => (await test.anonymous.get<Subchapter>(`/api/subchapter/${slug}`)).body;

describe('media', () => {
  const stored = () => test.database.db.selectFrom('media').selectAll().orderBy('hash').execute();

  it('are written once, and not at all by a dry run', async () => {
    expect((await run(true)).errors).toEqual([]);
    expect(await stored()).toEqual([]);
    await run();
    const before = await stored();
    expect(before).toHaveLength(9);
    expect(before.map(({ unused_since }) => unused_since)).toEqual(before.map(() => null));
    expect((await run()).list).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('count as unused when no lesson shows them, and as used when a lesson shows them again', async () => {
    await run();
    const file = `${lessons}/02-files.md`;
    const before = await readFile(join(root, file), 'utf8');
    await edit(file, /::file\[A capture.*\n/, '');
    const capture = join(root, lessons, '../files/harbour.pcap');
    const bytes = await readFile(capture);
    await rm(capture);
    await run();
    const unused = async () => (await stored()).filter(({ unused_since }) => unused_since !== null);
    expect((await unused()).map(({ content_type }) => content_type)).toEqual(['application/vnd.tcpdump.pcap']);
    await writeFile(join(root, file), before);
    await writeFile(capture, bytes);
    await run();
    expect(await unused()).toEqual([]);
  });

  it('count as unused when the lesson and the files are removed', async () => {
    await run();
    await rm(join(root, lessons, '01-film.md'));
    await run();
    // The sources store captions as text.
    expect((await stored()).filter(({ unused_since }) => unused_since !== null)).toHaveLength(2);
    await rm(join(root, lessons, '../videos'), { recursive: true });
    await run();
    expect((await stored()).filter(({ unused_since }) => unused_since !== null)).toHaveLength(4);
  });

  it('change their type with their name', async () => {
    await run();
    const src = async () =>
      (await read('files')).modules.map((module) => 'src' in module && module.src).at(-1) as string;
    const before = await src();
    await rename(join(root, 'tests/kinds/files/request.txt'), join(root, 'tests/kinds/files/request.md'));
    await edit(`${lessons}/02-files.md`, 'request.txt', 'request.md');
    expect((await run()).list).toEqual(['changed sub-kinds-files details']);
    const answer = await test.app.inject({ method: 'GET', url: await src() });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect((await test.app.inject({ method: 'GET', url: before })).statusCode).toBe(404);
  });
});

describe('revision of a lesson', () => {
  it('increases with a changed file', async () => {
    await run();
    const cases = [
      ['film', 'tests/kinds/videos/harbour.webm'],
      ['film', 'tests/kinds/videos/harbour.en.vtt'],
      ['film', 'tests/kinds/videos/harbour.de.vtt'],
      ['film', 'tests/kinds/videos/harbour.chapters.vtt'],
      ['files', 'tests/kinds/files/request.txt'],
      ['demo', 'tests/kinds/demos/shift.html'],
    ] as const;
    for (const [slug, file] of cases) {
      const { revision } = await read(slug);
      await appendFile(join(root, file), '\n\n');
      expect((await run()).errors, file).toEqual([]);
      expect((await read(slug)).revision, file).toBe(revision + 1);
    }
  }, 60_000);

  it('increases with changed content, and not with the height of a demo', async () => {
    await run();
    const cases = [
      ['formula', '05-signs.md', 'm^e \\pmod', 'm^d \\pmod', 'signs', 1],
      ['block formula', '05-signs.md', '\\varphi(n)}\\right', '\\varphi(k)}\\right', 'signs', 1],
      ['diagram', '05-signs.md', '[label="Proxy"]', '[label="Cache"]', 'signs', 1],
      ['question', '03-poll.md', 'Which browser do', 'What browser do', 'poll', 1],
      ['option', '03-poll.md', 'Chromium', 'Chrome', 'poll', 1],
      ['YouTube video', '01-film.md', 'h7Kq2xT9mNa', 'h7Kq2xT9mN-', 'film', 1],
      ['title', '02-files.md', 'A capture of', 'The capture of', 'files', 1],
      ['height of a demo', '04-demo.md', 'height=200', 'height=220', 'demo', 0],
    ] as const;
    for (const [what, file, from, to, slug, increase] of cases) {
      const { revision } = await read(slug);
      await edit(`${lessons}/${file}`, from, to);
      const report = await run();
      expect(report.errors, what).toEqual([]);
      expect(report.pages, what).toContain(`/api/subchapter/${slug}`);
      expect((await read(slug)).revision, what).toBe(revision + increase);
      expect((await run()).list, what).toEqual([]);
    }
  }, 60_000);
});

describe('removed poll options', () => {
  it('take their answers out of the counts and restore them when they return', async () => {
    await run();
    const list = async () => (await test.anonymous.get<z.infer<typeof Polls>>('/api/polls/')).body.questions[0];
    const before = await list();
    const [firefox = { id: '' }, chromium = { id: '' }] = before?.options ?? [];
    const url = `/api/polls/answer/${before?.pk}`;
    const [one, other] = [await test.as(), await test.as()];
    await one.post(url, { answers: [firefox.id] });
    await other.post(url, { answers: [chromium.id] });

    await edit(`${lessons}/03-poll.md`, '- Firefox\n', '');
    await run();
    expect((await list())?.pk).toBe(before?.pk);
    const own = async () => (await one.get<z.infer<typeof PollAnswers>>('/api/polls/answers')).body.answers;
    expect(await own()).toEqual([]);
    expect((await one.post(url, { answers: [firefox.id] })).status).toBe(400);
    const seen = (await other.get<z.infer<typeof PollAnswers>>('/api/polls/answers')).body.answers[0];
    expect(seen?.counts).toEqual({
      voters: 1,
      options: [{ id: chromium.id, answers: 1 }, expect.objectContaining({ answers: 0 })],
    });
    const history = await test.database.db
      .selectFrom('poll_answers')
      .select('answers')
      .where('user_pk', '=', one.pk)
      .execute();
    expect(history).toEqual([{ answers: [firefox.id] }]);

    await edit(`${lessons}/03-poll.md`, '- Chromium\n', '- Chromium\n- Firefox\n');
    await run();
    expect(await own()).toMatchObject([
      { answers: [firefox.id], counts: { voters: 2, options: [{}, { answers: 1 }, {}] } },
    ]);
    const changed = await one.post<PollAnswer>(url, { answers: [chromium.id] });
    expect(changed.body.counts).toMatchObject({ voters: 2, options: [{ answers: 2 }, { answers: 0 }, { answers: 0 }] });
  });
});

describe('learners’ data', () => {
  it('survives renaming, moving, removing and restoring a lesson', async () => {
    const file = `${lessons}/03-poll.md`;
    await appendFile(join(root, file), '\n:::flag[Sign it]{#sign points=10 answer="flag{signed}"}\nHere.\n:::\n');
    await run();
    const learner = await test.as();
    const [poll] = (await learner.get<z.infer<typeof Polls>>('/api/polls/')).body.questions;
    const option = poll?.options[0]?.id;
    const note = { what_i_learned: 'Much.', did_not_understand: '' };
    await learner.post('/api/progress/kinds', { subchapter: 'poll', completed: true });
    await learner.post('/api/progress/kinds/flags', { subchapter: 'poll', id: 'sign', flag: 'flag{signed}' });
    await learner.post('/api/subchapter/poll/notes', note);
    await learner.post(`/api/polls/answer/${poll?.pk}`, { answers: [option] });

    const seen = async (slug: string) => {
      const progress = await learner.get<TrainingProgress>('/api/progress/kinds');
      const flags = await learner.get<{ flags: { id: string; solved_at: string | null }[] }>(
        '/api/progress/kinds/flags',
      );
      const notes = await learner.get<{ what_i_learned: string }>(`/api/subchapter/${slug}/notes`);
      const answers = await learner.get<z.infer<typeof PollAnswers>>('/api/polls/answers');
      return {
        completed: progress.body.completed,
        solved: flags.body.flags.filter(({ solved_at }) => solved_at !== null).map(({ id }) => id),
        note: notes.body.what_i_learned,
        answers: answers.body.answers.map(({ answers }) => answers),
      };
    };
    const all = (slug: string) => ({ completed: [slug], solved: ['sign'], note: 'Much.', answers: [[option]] });
    expect(await seen('poll')).toEqual(all('poll'));

    await rename(join(root, file), join(root, lessons, '09-opinions.md'));
    await edit(`${lessons}/09-opinions.md`, 'name: Polls', 'name: Opinions');
    expect((await run()).errors).toEqual([]);
    expect(await seen('opinions')).toEqual(all('opinions'));

    const moved = 'tests/kinds/02-more';
    await cp(join(root, lessons, 'chapter.yaml'), join(root, moved, 'chapter.yaml'));
    await edit(`${moved}/chapter.yaml`, 'ch-kinds-modules', 'ch-kinds-more');
    await rename(join(root, lessons, '09-opinions.md'), join(root, moved, '01-opinions.md'));
    expect((await run()).errors).toEqual([]);
    expect(await seen('opinions')).toEqual(all('opinions'));

    const away = join(root, '..', `${root.split('/').at(-1)}-away.md`);
    await rename(join(root, moved, '01-opinions.md'), away);
    expect((await run()).list).toContain('gone sub-kinds-poll');
    expect(await seen('opinions')).toEqual({ completed: [], solved: [], note: undefined, answers: [] });

    await rename(away, join(root, lessons, '03-poll.md'));
    const back = await run();
    expect(back.errors).toEqual([]);
    expect(back.list.some((line) => line.startsWith('returned sub-kinds-poll'))).toBe(true);
    expect(await seen('poll')).toEqual(all('poll'));
  });
});
