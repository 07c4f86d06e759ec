import type { Outbox } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createOutboxSweep } from './outbox.sweep.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const day = 86_400_000;

async function insertMail(subject: string, daysAgo = 0) {
  const at = new Date(test.clock.now().getTime() - daysAgo * day);
  const row = { at, recipient: 'mara@example.org', subject, text: `${subject}.`, html: `<p>${subject}.</p>` };
  await test.database.db.insertInto('outbox_mails').values(row).execute();
}

it('is accessible to superusers only', async () => {
  await insertMail('Secret');
  const learner = await test.as();
  expect(await test.anonymous.get('/api/admin/outbox')).toMatchObject({ status: 401, body: { code: 'token_missing' } });
  const answer = await learner.get('/api/admin/outbox');
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(JSON.stringify(answer)).not.toContain('Secret');
});

it('lists the newest first, fifty per page, without duplicates while new mails arrive', async () => {
  const { db } = test.database;
  await db.deleteFrom('outbox_mails').execute();
  for (let number = 1; number <= 101; number++) await insertMail(`Mail ${number}`);
  const captain = await test.as({ isSuperuser: true });
  const subjects: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const answer = await captain.get<Outbox>(`/api/admin/outbox${cursor ? `?cursor=${cursor}` : ''}`);
    const body: Outbox = answer.body;
    expect(answer.status).toBe(200);
    expect(body.active).toBe(true);
    expect(body.mails.length).toBeLessThanOrEqual(50);
    subjects.push(...body.mails.map(({ subject }) => subject));
    cursor = body.next_cursor;
    pages++;
    await insertMail('New');
  } while (cursor);
  expect(pages).toBe(3);
  expect(subjects).toEqual(Array.from({ length: 101 }, (_, index) => `Mail ${101 - index}`));
});

it('returns the text and HTML part of each mail', async () => {
  await test.database.db.deleteFrom('outbox_mails').execute();
  await insertMail('Hello');
  const captain = await test.as({ isSuperuser: true });
  const { body } = await captain.get<Outbox>('/api/admin/outbox');
  expect(body).toEqual({
    mails: [
      {
        pk: expect.any(Number),
        at: test.clock.now().toISOString(),
        recipient: 'mara@example.org',
        subject: 'Hello',
        text: 'Hello.',
        html: '<p>Hello.</p>',
      },
    ],
    next_cursor: null,
    active: true,
  });
});

it.each(['0', '-1', '1e3', 'x', "1'--", '99999999999', '2147483648', ' 7'])('rejects the cursor %j', async (cursor) => {
  const captain = await test.as({ isSuperuser: true });
  const answer = await captain.get(`/api/admin/outbox?cursor=${encodeURIComponent(cursor)}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

it('reports that mails are sent by SMTP', async () => {
  const sending = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  const captain = await sending.as({ isSuperuser: true });
  expect((await captain.get('/api/admin/outbox')).body).toEqual({ mails: [], next_cursor: null, active: false });
  await sending.close();
});

it('deletes mails after a week', async () => {
  const { db } = test.database;
  await db.deleteFrom('outbox_mails').execute();
  await insertMail('Old', 7.01);
  await insertMail('Nearly', 6.99);
  await createOutboxSweep({ db, clock: test.clock })();
  expect(await db.selectFrom('outbox_mails').select('subject').execute()).toEqual([{ subject: 'Nearly' }]);
});
