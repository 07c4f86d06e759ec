import { Settings } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildLab,
  buildLessonFlag,
  buildPoll,
  buildQuiz,
  buildSubchapter,
  buildTraining,
  buildUser,
} from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { exportPaths, omittedColumns } from './data-export.read-model.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const url = '/api/account/export';
const secret = (name: string) => Buffer.from(`secret-${name}`);

/** Inserts a row into every table that refers to users, with distinguishable secrets. */
async function seed(userPk: number): Promise<void> {
  const { db } = test.database;
  const own = { user_pk: userPk };
  const lesson = await buildSubchapter(db);
  const flag = await buildLessonFlag(db, { subchapterPk: lesson.pk });
  const other = await buildUser(db, { username: 'the-other-one' });
  await db
    .insertInto('entitlements')
    .values({ ...own, source: 'grant', tier: 1 })
    .execute();
  await db
    .insertInto('paddle_customers')
    .values({ customer_id: 'ctm_own', ...own })
    .execute();
  await db
    .insertInto('payment_mails')
    .values({ kind: 'receipt', subject: 'sub_own', event_key: 'txn_own', queued_at: new Date(), ...own })
    .execute();
  const announcement = { subject: 'News', body: 'Text', segment: '{}', per_minute: 1, changed_at: new Date() };
  const { pk: announcement_pk } = await db
    .insertInto('announcements')
    .values({ ...announcement, made_by: userPk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('custom_mail_templates')
    .values({
      kind: 'verify',
      wording: '{}',
      default_wording: '{}',
      revision: 1,
      changed_by: userPk,
      changed_at: new Date(),
    })
    .execute();
  await db
    .insertInto('privacy_versions')
    .values({ number: 2, id: 'ab', config: '{}', status: 'archived', published_by: userPk, published_at: new Date() })
    .execute();
  await db
    .insertInto('privacy_draft')
    .values({ id: 'cd', config: '{}', base: 2, changed_by: userPk, changed_at: new Date() })
    .execute();
  await db
    .insertInto('announcement_mails')
    .values({ ...own, announcement_pk })
    .execute();
  await db
    .insertInto('mail_bounces')
    .values({ ...own, address: 'old@example.org', permanent: true, reason: 'No such user.', at: new Date() })
    .execute();
  await db.insertInto('audit_events').values({ actor_pk: userPk, action: 'test.done', data: '{"a":1}' }).execute();
  await db
    .insertInto('completions')
    .values({ ...own, subchapter_pk: lesson.pk, revision: 1 })
    .execute();
  const { pk: training_pk } = await buildTraining(db);
  await db
    .insertInto('enrolments')
    .values({ ...own, training_pk })
    .execute();
  await db
    .insertInto('test_out_tries')
    .values({ ...own, training_pk, attempts: 1, last_at: new Date(), passed_at: null })
    .execute();
  await db
    .insertInto('solves')
    .values({ ...own, flag_pk: flag.pk, points: 7 })
    .execute();
  await db
    .insertInto('board_scores')
    .values({ ...own, board: 'all', points: 7, flags: 1, last_solve_at: new Date() })
    .execute();
  await buildLab(db, { slug: 'lab', name: 'A lab' });
  await sql`insert into instances (label, user_pk, lab_pk, lab_version, status, driver, runner, driver_ref, endpoint)
    select 'secret-label', ${userPk}, pk, '1', 'stopped', 'x', 'secret-runner', 'secret-ref', 'secret-endpoint' from labs`.execute(
    db,
  );
  const { pk: lab_pk } = await db.selectFrom('labs').select('pk').executeTakeFirstOrThrow();
  await db
    .insertInto('lab_repairs')
    .values({ ...own, lab_pk, files: '{"app.ts":"mended"}', saved_at: new Date(), report: null })
    .execute();
  const solution = { text: 'By hand.', html: '', published: true, updated_at: new Date(), published_at: new Date() };
  await db
    .insertInto('lab_solutions')
    .values({ ...own, ...solution, lab_pk })
    .execute();
  await db
    .insertInto('lab_ratings')
    .values({ ...own, lab_pk, difficulty: 4, rated_at: new Date() })
    .execute();
  await sql`insert into hint_openings (user_pk, lab_pk, number, opened_at)
    select ${userPk}, pk, 1, now() from labs`.execute(db);
  await db
    .insertInto('shared_flags')
    .values({ ...own, owner_pk: other.pk, flag_pk: flag.pk })
    .execute();
  await db.insertInto('shared_flags').values({ user_pk: other.pk, owner_pk: userPk, flag_pk: flag.pk }).execute();
  await db
    .insertInto('totp_secrets')
    .values({ ...own, secret: secret('totp') })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ ...own, hash: secret('code') })
    .execute();
  await db
    .insertInto('passkeys')
    .values({ ...own, credential_id: 'secret-credential', public_key: secret('key'), counter: 1, name: 'My key' })
    .execute();
  await db
    .insertInto('provider_identities')
    .values({ ...own, issuer: 'https://id.example', subject: 'me-there' })
    .execute();
  await db
    .insertInto('tickets')
    .values({ ...own, hash: secret('ticket'), purpose: 'x', expires_at: new Date() })
    .execute();
  const invite = await db
    .insertInto('invites')
    .values({ code_hash: secret('invite'), max_uses: 1, label: 'secret-label-of-operator', tier: null, days: null })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('invite_redemptions')
    .values({ ...own, invite_pk: invite.pk })
    .execute();
  const batch = { name: 'A class', tier: 1, months: 1, uses: 1, made_at: new Date() };
  const { pk: batch_pk } = await db
    .insertInto('voucher_batches')
    .values({ ...batch, made_by: userPk, holder_pk: userPk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const voucher = await db
    .insertInto('vouchers')
    .values({ batch_pk, secret_hash: secret('voucher') })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('voucher_seats')
    .values({ ...own, voucher_pk: voucher.pk, redeemed_at: new Date() })
    .execute();
  await db
    .insertInto('avatar_uploads')
    .values({ ...own, id: crypto.randomUUID(), webp: Buffer.from('picture') })
    .execute();
  await db
    .insertInto('notes')
    .values({ ...own, subchapter_pk: lesson.pk, what_i_learned: 'Much.', revision: 1, updated_at: new Date() })
    .execute();
  await db
    .insertInto('note_cards')
    .values({ ...own, subchapter_pk: lesson.pk, due_at: new Date() })
    .execute();
  await db
    .insertInto('note_reviews')
    .values({ ...own, subchapter_pk: lesson.pk, due_at: new Date(), rating: 'good', reviewed_at: new Date() })
    .execute();
  const poll = await buildPoll(db, { subchapterPk: lesson.pk });
  await db
    .insertInto('poll_answers')
    .values({ ...own, question_pk: poll.pk, answers: poll.options.slice(0, 1) })
    .execute();
  const quiz = await buildQuiz(db, { subchapterPk: lesson.pk });
  await db
    .insertInto('quiz_answers')
    .values({ ...own, module_pk: quiz.pk, answer: ['a'], correct: false, revision: 1, answered_at: new Date() })
    .execute();
  const round = { flag_pk: flag.pk, round: 1, outcome: 'right' as const, answer_hash: secret('drill') };
  await db
    .insertInto('drill_rounds')
    .values({ ...own, ...round, ended_at: new Date() })
    .execute();
  const video = await db
    .insertInto('modules')
    .values({ subchapter_pk: lesson.pk, id: 'a-film', position: 9, kind: 'video', data: '{"title": "A film"}' })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('video_views')
    .values({ ...own, module_pk: video.pk, position: 3, watched: '{[0,3)}', updated_at: new Date() })
    .execute();
  await db
    .insertInto('lesson_feedback')
    .values({ ...own, subchapter_pk: lesson.pk, pace: 'right', rating: 5, revision: 1, updated_at: new Date() })
    .execute();
  const { pk: file_pk } = await db
    .insertInto('source_files')
    .values({ path: 'web/continent.yaml', text: '', hash: 'a'.repeat(64), changed_by: own.user_pk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('source_revisions')
    .values({ file_pk, n: 1, path: 'web/continent.yaml', text: '', act: 'published', by_pk: own.user_pk })
    .execute();
  await db
    .insertInto('hexmap_versions')
    .values({ ...own, kind: 'videos', source: '{}', compiled: '{}' })
    .execute();
  await db
    .insertInto('hexmap_drafts')
    .values({ ...own, kind: 'videos', source: '{}', revision: 1, saved_at: new Date() })
    .execute();
  await db
    .insertInto('hexmap_history')
    .values({ ...own, kind: 'videos', act: 'rolled_back', at: new Date(), note: 'Back to Tuesday.' })
    .execute();
  const draft = { lesson: 'sub-x', name: 'A draft', summary: '', minutes: 5, body: 'Text.', saved_at: new Date() };
  await db
    .insertInto('lesson_drafts')
    .values({ ...own, ...draft })
    .execute();
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

it('contains data from every table that refers to users, except documented omissions', async () => {
  const { rows } = await sql<{ reference: string }>`
    select source.relname || '.' || columns.attname as reference
    from pg_constraint
    join pg_class source on source.oid = pg_constraint.conrelid
    join pg_attribute columns on columns.attrelid = source.oid and columns.attnum = any(pg_constraint.conkey)
    where pg_constraint.contype = 'f' and pg_constraint.confrelid = 'public.users'::regclass
    union
    -- Without a foreign key, for what is left of an account until the statistics' next sweep.
    select columns.table_name || '.user_pk' from information_schema.columns
    where columns.table_schema = 'public' and columns.column_name = 'user_pk'`.execute(test.database.db);
  const known = { ...exportPaths, ...omittedColumns };
  expect(rows.map(({ reference }) => reference).sort()).toEqual(Object.keys(known).sort());

  const learner = await test.as({ username: 'Taker', passwordHash: 'secret-hash' });
  await seed(learner.pk);
  const { status, body } = await learner.get(url);
  expect(status).toBe(200);
  for (const path of Object.values(exportPaths)) {
    const found = at(body, path);
    expect([path, Array.isArray(found) ? found.length > 0 : Boolean(found)]).toEqual([path, true]);
  }
  expect(body).toMatchObject({
    account: { username: 'Taker', has_password: true, tier: 1 },
    notes: [{ what_i_learned: 'Much.', marks: [], published_at: null }],
    note_reviews: { total: 1, cards: [{ state: 'new' }], answers: [{ rating: 'good' }] },
    feedback: [{ pace: 'right', rating: 5 }],
    lessons_completed: [{ via: 'lesson', seconds: null, training_seconds: null }],
    poll_answers: [{ question: 'A question?', answers: ['One'] }],
    drills_done: [{ drill: 'A flag', round: 1, outcome: 'right' }],
    videos_watched: [{ video: 'A film', position: 3, watched: '{[0,3)}' }],
    flags_found: [{ flag: 'A flag', points: 7 }],
    labs_started: { total: 1, instances: [{ lab: 'A lab', status: 'stopped' }] },
    hints_opened: [{ lab: 'A lab', hint: 1 }],
    lab_repairs: [{ lab: 'A lab', files: { 'app.ts': 'mended' } }],
    lab_solutions: [{ lab: 'A lab', text: 'By hand.', published: true, hidden: false }],
    lab_ratings: [{ lab: 'A lab', difficulty: 4 }],
    work_on_maps: { acts: [{ act: 'rolled_back', note: 'Back to Tuesday.' }], versions: [{ kind: 'videos' }] },
    work_on_lessons: { drafts: [{ name: 'A draft', body: 'Text.' }] },
    work_on_letters: { wordings: [{ kind: 'verify' }] },
    vouchers: { redeemed: [{ name: 'A class', months: 1 }], held: [{ uses: 1 }], made: [{ name: 'A class' }] },
    sign_in: { recovery_codes: { made: 1, used_at: [] }, passkeys: [{ name: 'My key' }] },
    log: { total: 1, events: [{ action: 'test.done', data: { a: 1 } }] },
    uploaded_picture: { webp_base64: Buffer.from('picture').toString('base64') },
  });
});

it('contains every setting of the account', async () => {
  const learner = await test.as();
  const { body } = await learner.get<{ account: object }>(url);
  const names = Object.keys(Settings.shape).map((name) => (name === 'listed' ? 'on_leaderboard' : name));
  expect(Object.keys(body.account)).toEqual(expect.arrayContaining(names));
});

it('contains no secrets and no data of other users', async () => {
  const learner = await test.as({ username: 'Second', passwordHash: 'secret-hash' });
  const { pk } = await test.database.db
    .selectFrom('users')
    .select('pk')
    .where('username', '=', 'Taker')
    .executeTakeFirstOrThrow();
  const taker = await test.as({ pk });
  const text = JSON.stringify((await taker.get(url)).body);
  for (const word of ['secret', 'the-other-one', 'Second']) expect(text).not.toContain(word);
  for (const name of ['totp', 'code', 'key', 'ticket', 'invite', 'voucher', 'drill']) {
    expect(text).not.toContain(secret(name).toString('base64'));
    expect(text).not.toContain(secret(name).toString('hex'));
  }
  const own = (await learner.get(url)).body;
  expect(JSON.stringify(own)).not.toContain('Taker');
  expect(own).toMatchObject({ notes: [], flags_found: [], scores: [], uploaded_picture: null });
});

it('requires a token and is limited to five calls an hour', async () => {
  expect((await test.anonymous.get(url)).body.code).toBe('token_missing');
  const learner = await test.as();
  for (let count = 0; count < 5; count++) expect((await learner.get(url)).status).toBe(200);
  expect((await learner.get(url)).body.code).toBe('too_many_requests');
  expect((await (await test.as()).get(url)).status).toBe(200);
});
