import type { BatchVouchers, NewBatch, VoucherBatches } from '@hexpedition/contract';
import { codeProblem } from '@hexpedition/contract/voucher-code';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { makeBatch } from './testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const path = '/api/admin/vouchers';
interface ErrorBody {
  code: string;
  fields?: Record<string, string>;
}

it('creates the requested number of codes, returns them once and audits the superuser', async () => {
  const expires_at = new Date(test.clock.now().getTime() + 86_400_000).toISOString();
  const { batch, secrets, captain } = await makeBatch(test, { vouchers: 500, uses: 30, months: 12, expires_at });
  expect(batch).toMatchObject({ vouchers: 500, uses: 30, months: 12, disabled: 0, taken: 0, holder: null, expires_at });
  expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(500);
  expect(secrets.map(({ secret }) => codeProblem(secret)).filter(Boolean)).toEqual([]);
  const numbers = secrets.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  const events = await test.database.db
    .selectFrom('audit_events')
    .select(['action', 'subject', 'data'])
    .where('actor_pk', '=', captain.pk)
    .execute();
  expect(events).toEqual([
    {
      action: 'voucher.created',
      subject: `voucher_batch:${batch.pk}`,
      data: { before: null, after: { tier: 2, months: 12, uses: 30, vouchers: 500 } },
    },
  ]);
  const shown = JSON.stringify((await captain.get(`${path}/${batch.pk}`)).body);
  expect(shown).not.toContain(secrets[0]?.secret.slice(0, 9));
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ tier: 42 }, 'tier'],
  [{ tier: 0 }, 'tier'],
  [{ months: 0 }, 'months'],
  [{ months: 37 }, 'months'],
  [{ uses: 1.5 }, 'uses'],
  [{ uses: 501 }, 'uses'],
  [{ vouchers: 0 }, 'vouchers'],
  [{ vouchers: 'many' }, 'vouchers'],
  [{ expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
  [{ expires_at: 'soon' }, 'expires_at'],
  [{ holder: 'nobody-of-this-name' }, 'holder'],
])('rejects %j at its field and creates nothing', async (changes, field) => {
  const captain = await test.as({ isSuperuser: true });
  const body = { name: 'ErrorBody', tier: 1, months: 1, uses: 1, vouchers: 1, ...changes };
  const answer = await captain.post<ErrorBody>(path, body);
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  const rows = await test.database.db
    .selectFrom('voucher_batches')
    .select('pk')
    .where('name', '=', 'ErrorBody')
    .execute();
  expect(rows).toEqual([]);
});

it('is accessible to superusers only', async () => {
  const { batch } = await makeBatch(test);
  const learner = await test.as();
  const body = { name: 'Mine', tier: 2, months: 36, uses: 1, vouchers: 1 };
  for (const [caller, code] of [
    [test.anonymous, 'token_missing'],
    [learner, 'forbidden'],
  ] as const) {
    expect((await caller.get<ErrorBody>(path)).body.code).toBe(code);
    expect((await caller.get<ErrorBody>(`${path}/${batch.pk}`)).body.code).toBe(code);
    expect((await caller.post<ErrorBody>(path, body)).body.code).toBe(code);
    expect((await caller.post<ErrorBody>(`${path}/${batch.pk}/disable`, { disabled: true })).body.code).toBe(code);
  }
});

it('pages through a batch and shows who redeemed each voucher', async () => {
  const { batch, secrets, captain } = await makeBatch(test, { vouchers: 120, uses: 2 });
  const gil = await test.as({ username: 'gil' });
  const hana = await test.as({ username: 'hana' });
  for (const learner of [gil, hana]) await learner.put('/api/account/voucher/redeem', { secret: secrets[0]?.secret });
  const seen: BatchVouchers['vouchers'] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `?cursor=${cursor}` : '';
    const { body }: { body: BatchVouchers } = await captain.get<BatchVouchers>(`${path}/${batch.pk}${query}`);
    expect(body.batch.taken).toBe(2);
    seen.push(...body.vouchers);
    cursor = body.next_cursor;
  } while (cursor);
  expect(seen.map(({ number }) => number)).toEqual(secrets.map(({ number }) => number));
  expect(seen[0]).toMatchObject({
    taken: 2,
    redeemed_by: ['hana', 'gil'],
    redeemed_at: test.clock.now().toISOString(),
  });
  expect(seen[1]).toMatchObject({ taken: 0, redeemed_by: [], redeemed_at: null, disabled: false });
});

it('lists batches, newest first, fifty per page', async () => {
  for (let count = 0; count < 51; count++) await makeBatch(test, { name: `Batch ${count}` });
  const captain = await test.as({ isSuperuser: true });
  const first = (await captain.get<VoucherBatches>(path)).body;
  expect(first.batches).toHaveLength(50);
  expect(first.batches[0]?.name).toBe('Batch 50');
  const second = (await captain.get<VoucherBatches>(`${path}?cursor=${first.next_cursor}`)).body;
  expect(second.batches[0]?.name).toBe('Batch 0');
  expect((await captain.get<ErrorBody>(`${path}?cursor=0`)).body.code).toBe('invalid_request');
});

it('disables and enables a voucher or a whole batch, without affecting taken seats', async () => {
  const { batch, secrets, captain } = await makeBatch(test, { vouchers: 3 });
  const [first, second] = secrets;
  const ivo = await test.as();
  await ivo.put('/api/account/voucher/redeem', { secret: first?.secret });
  const disable = (body: object, pk = batch.pk) =>
    captain.post<Pick<NewBatch, 'batch'> & ErrorBody>(`${path}/${pk}/disable`, body);
  expect((await disable({ number: second?.number, disabled: true })).body.batch.disabled).toBe(1);
  expect((await disable({ disabled: true })).body.batch).toMatchObject({ disabled: 3, taken: 1 });
  expect((await disable({ disabled: true })).body.batch.disabled).toBe(3);
  expect((await ivo.get<{ user: { account: { tier: number } } }>('/api/account/details')).body.user.account.tier).toBe(
    2,
  );
  expect((await disable({ disabled: false })).body.batch.disabled).toBe(0);
  const other = await makeBatch(test);
  expect((await disable({ number: other.secrets[0]?.number, disabled: true })).body.code).toBe('not_found');
  expect((await disable({ disabled: true }, 2 ** 31 - 1)).body.code).toBe('not_found');
  expect((await captain.get<ErrorBody>(`${path}/${2 ** 31 - 1}`)).body.code).toBe('not_found');
  const actions = await test.database.db
    .selectFrom('audit_events')
    .select(['action', 'data'])
    .where('actor_pk', '=', captain.pk)
    .orderBy('pk')
    .execute();
  const toDisabled = { before: { disabled: false }, after: { disabled: true } };
  const toEnabled = { before: { disabled: true }, after: { disabled: false } };
  expect(actions.slice(1)).toEqual([
    { action: 'voucher.disabled', data: { vouchers: 1, ...toDisabled } },
    { action: 'voucher.disabled', data: { vouchers: 2, ...toDisabled } },
    { action: 'voucher.enabled', data: { vouchers: 3, ...toEnabled } },
  ]);
});
