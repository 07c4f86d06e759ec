import type { ActiveSubscription, NewBatch, OwnVouchers, User, VoucherOffer } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '#platform/add-months';
import { createTestApp, type TestApp } from '#testing/test-app';
import { makeBatch } from './testing.ts';
import { makeCode } from './voucher-codes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const path = '/api/account/voucher/redeem';
interface ErrorBody {
  code: string;
  msg: string;
  fields: Record<string, string>;
}
type Redeemed = { voucher: OwnVouchers['redeemed'][number]; subscription: ActiveSubscription; user: User } & ErrorBody;

const days = (count: number) => count * 86_400;
const createBatch = (body: Parameters<typeof makeBatch>[1] = {}) => makeBatch(test, body);
const makeVoucher = async (body: Parameters<typeof makeBatch>[1] = {}) => {
  const { secrets } = await createBatch(body);
  return secrets[0]?.secret ?? '';
};
const entitlementsOf = (pk: number) =>
  test.database.db
    .selectFrom('entitlements')
    .select(['source', 'tier', 'starts_at', 'ends_at'])
    .where('user_pk', '=', pk)
    .orderBy('starts_at')
    .execute();
const inMonths = (months: number, from = test.clock.now()) => addMonths(from, months).toISOString();

describe('previewing a code', () => {
  it('returns what the code would give and for which period, without using it', async () => {
    const secret = await makeVoucher({ name: 'Autumn school', tier: 2, months: 3 });
    const me = await test.as();
    const { status, body } = await me.post<VoucherOffer>(path, { secret: secret.toLowerCase().replaceAll('-', '') });
    expect(status).toBe(200);
    expect(body).toEqual({
      number: expect.any(Number),
      name: 'Autumn school',
      tier: 2,
      months: 3,
      holder: null,
      from: test.clock.now().toISOString(),
      until: inMonths(3),
      waits: false,
      worth: 'now',
      covered: null,
    });
    expect(await entitlementsOf(me.pk)).toEqual([]);
    expect((await me.get<OwnVouchers>('/api/account/vouchers')).body).toEqual({
      redeemed: [],
      held: [],
      next_cursor: null,
    });
  });

  it('reports that the account is already covered', async () => {
    const secret = await makeVoucher({ tier: 2, months: 3 });
    const rich = await test.as({ tier: 3 });
    // The grant starts by the database's clock, which advances in the meantime.
    test.clock.advance(5);
    expect((await rich.post<VoucherOffer>(path, { secret })).body).toMatchObject({
      worth: 'nothing',
      covered: { tier: 3, until: null },
    });
    const superuser = await test.as({ isSuperuser: true });
    expect((await superuser.post<VoucherOffer>(path, { secret })).body).toMatchObject({
      worth: 'nothing',
      covered: { tier: 42, until: null },
    });
    const subscriber = await test.as();
    const ends_at = new Date(test.clock.now().getTime() + days(20) * 1_000);
    await test.database.db
      .insertInto('entitlements')
      .values({ user_pk: subscriber.pk, source: 'subscription', tier: 2, starts_at: test.clock.now(), ends_at })
      .execute();
    expect((await subscriber.post<VoucherOffer>(path, { secret })).body).toMatchObject({
      worth: 'later',
      covered: { tier: 2, until: ends_at.toISOString() },
    });
    // The previewed seat is still available.
    expect((await (await test.as()).put(path, { secret })).status).toBe(200);
  });

  it('reports that a free tier covers the voucher', async () => {
    const open = await createTestApp({ freeTier: 2 });
    const { secrets } = await makeBatch(open, { tier: 2 });
    const me = await open.as();
    const { body } = await me.post<VoucherOffer>(path, { secret: secrets[0]?.secret });
    expect(body).toMatchObject({ worth: 'nothing', covered: { tier: 2, until: null } });
    await open.close();
  });
});

describe('redeeming a code', () => {
  it("raises the tier immediately, for the voucher's months", async () => {
    const secret = await makeVoucher({ tier: 2, months: 1 });
    const me = await test.as();
    const { status, body } = await me.put<Redeemed>(path, { secret });
    expect(status).toBe(200);
    expect(body.voucher).toMatchObject({ tier: 2, months: 1, until: inMonths(1), released_at: null });
    expect(body.user.account.tier).toBe(2);
    expect(body.subscription).toEqual({
      source: 'voucher',
      subscription: { name: 'Specialization', tier: 2, local_price: null },
    });
    expect(body.user.account.active_subscription).toEqual(body.subscription);
    expect(await entitlementsOf(me.pk)).toMatchObject([{ source: 'voucher', tier: 2, ends_at: new Date(inMonths(1)) }]);
    expect((await me.get<OwnVouchers>('/api/account/vouchers')).body.redeemed).toEqual([body.voucher]);
  });

  it('returns the same answer to a repeated call, without taking another seat', async () => {
    const secret = await makeVoucher({ uses: 2 });
    const me = await test.as();
    const answers = await Promise.all([1, 2, 3, 4].map(() => me.put<Redeemed>(path, { secret })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    test.clock.advance(5);
    const again = await me.put<Redeemed>(path, { secret });
    for (const { body } of answers) expect(body.voucher).toEqual(again.body.voucher);
    expect(await entitlementsOf(me.pk)).toHaveLength(1);
    expect((await me.post<VoucherOffer>(path, { secret })).body).toMatchObject({
      worth: 'yours',
      until: again.body.voucher.until,
    });
    expect((await (await test.as()).put(path, { secret })).status).toBe(200);
    expect((await (await test.as()).put<Redeemed>(path, { secret })).body.code).toBe('voucher_used');
    // Also after the voucher was disabled.
    await test.database.db.updateTable('vouchers').set({ disabled_at: test.clock.now() }).execute();
    expect((await me.put<Redeemed>(path, { secret })).body.voucher).toEqual(again.body.voucher);
  });

  it('starts a second voucher of a tier after the first one ends, and shows that beforehand', async () => {
    const me = await test.as();
    const first = await me.put<Redeemed>(path, { secret: await makeVoucher({ tier: 1, months: 1 }) });
    const until = new Date(first.body.voucher.until ?? '');
    const secret = await makeVoucher({ tier: 1, months: 2 });
    const offer = await me.post<VoucherOffer>(path, { secret });
    const span = { from: until.toISOString(), until: inMonths(2, until) };
    expect(offer.body).toMatchObject({ ...span, waits: true, worth: 'now' });
    const second = await me.put<Redeemed>(path, { secret });
    expect(second.body.voucher).toMatchObject(span);
    // A different tier does not wait.
    const other = await me.put<Redeemed>(path, { secret: await makeVoucher({ tier: 2, months: 1 }) });
    expect(other.body.voucher).toMatchObject({ until: inMonths(1) });
    expect(other.body.user.account.tier).toBe(2);
  });

  it('runs vouchers redeemed at the same time consecutively', async () => {
    const me = await test.as();
    const { secrets } = await createBatch({ tier: 1, months: 1, vouchers: 6 });
    await Promise.all(secrets.map(({ secret }) => me.put(path, { secret })));
    const rows = await entitlementsOf(me.pk);
    expect(rows).toHaveLength(6);
    for (const [index, row] of rows.slice(1).entries()) expect(row.starts_at).toEqual(rows[index]?.ends_at);
  });

  it('rejects unknown and disabled codes with the same message', async () => {
    const me = await test.as();
    const disabled = await createBatch();
    await disabled.captain.post(`/api/admin/vouchers/${disabled.batch.pk}/disable`, { disabled: true });
    const expired = await makeVoucher({ expires_at: new Date(test.clock.now().getTime() + 1_000).toISOString() });
    test.clock.advance(2);
    for (const call of [me.post<ErrorBody>, me.put<ErrorBody>]) {
      const unknown = await call(path, { secret: makeCode() });
      const closed = await call(path, { secret: disabled.secrets[0]?.secret });
      expect([unknown.status, unknown.body.code]).toEqual([400, 'voucher_invalid']);
      expect(closed.body).toEqual(unknown.body);
      const typo = await call(path, { secret: `${makeCode().slice(0, -1)}U` });
      expect(typo.body).toMatchObject({ code: 'voucher_invalid', fields: { secret: expect.stringContaining('typo') } });
      expect((await call(path, { secret: expired })).body.code).toBe('voucher_expired');
      expect((await call(path, { secret: '' })).body.code).toBe('invalid_request');
      expect((await call(path, {})).body.code).toBe('invalid_request');
    }
    await disabled.captain.post(`/api/admin/vouchers/${disabled.batch.pk}/disable`, { disabled: false });
    expect((await me.put(path, { secret: disabled.secrets[0]?.secret })).status).toBe(200);
  });

  it('limits guessing to 40 attempts per account and 60 unknown codes per network', async () => {
    const own = await createTestApp();
    const me = await own.as();
    for (let count = 0; count < 40; count++) {
      expect((await me.post<ErrorBody>(path, { secret: makeCode() })).body.code).toBe('voucher_invalid');
    }
    expect((await me.post<ErrorBody>(path, { secret: makeCode() })).body.code).toBe('too_many_requests');
    const other = await own.as();
    for (let count = 0; count < 20; count++) await other.put(path, { secret: makeCode() });
    const third = await own.as();
    expect((await third.put<ErrorBody>(path, { secret: makeCode() })).body.code).toBe('too_many_requests');
    own.clock.advance(601);
    const later = await own.as({ pk: third.pk });
    expect((await later.put<ErrorBody>(path, { secret: makeCode() })).body.code).toBe('voucher_invalid');
    await own.close();
  });

  it.each([
    [1, 200],
    [50, 200],
  ])(
    'gives a voucher of %i seats to exactly that many of %i concurrent accounts',
    async (uses, many) => {
      const secret = await makeVoucher({ uses, tier: 1 });
      const learners = await Promise.all(Array.from({ length: many }, () => test.as()));
      const answers = await Promise.all(learners.map((learner) => learner.put<Redeemed>(path, { secret })));
      const counts = new Map<string, number>();
      for (const { body } of answers) {
        const outcome = body.code ?? 'redeemed';
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
      expect(Object.fromEntries(counts)).toEqual({ redeemed: uses, voucher_used: many - uses });
      const winners = learners.filter((_, index) => answers[index]?.status === 200).map(({ pk }) => pk);
      const rows = await test.database.db
        .selectFrom('entitlements')
        .select('user_pk')
        .where(
          'user_pk',
          'in',
          learners.map(({ pk }) => pk),
        )
        .execute();
      expect(rows.map(({ user_pk }) => user_pk).sort()).toEqual(winners.sort());
    },
    60_000,
  );
});

describe('voucher for a class', () => {
  const classOf = async (uses = 3) => {
    const teacher = await test.as();
    const { username } = await test.database.db
      .selectFrom('users')
      .select('username')
      .where('pk', '=', teacher.pk)
      .executeTakeFirstOrThrow();
    const secret = await makeVoucher({ name: 'Class 9b', uses, holder: username.toUpperCase(), tier: 1, months: 1 });
    const held = async () => (await teacher.get<OwnVouchers>('/api/account/vouchers')).body.held[0];
    const release = (seat: number | undefined) =>
      teacher.post<{ voucher: OwnVouchers['held'][number]; code?: string }>('/api/account/voucher/release', { seat });
    return { teacher, username, secret, held, release };
  };

  it('shows the seats to its holder and the holder to learners', async () => {
    const { secret, username, held } = await classOf();
    const ada = await test.as({ username: 'ada' });
    expect((await ada.post<VoucherOffer>(path, { secret })).body.holder).toBe(username);
    await ada.put(path, { secret });
    expect(await held()).toMatchObject({
      name: 'Class 9b',
      uses: 3,
      disabled: false,
      seats: [{ username: 'ada', until: inMonths(1) }],
    });
    expect((await ada.get<OwnVouchers>('/api/account/vouchers')).body).toMatchObject({ held: [] });
  });

  it('gives a seat that was taken back to another learner, but never to the same one', async () => {
    const { secret, held, release } = await classOf(1);
    const [ben, cleo] = [await test.as({ username: 'ben' }), await test.as({ username: 'cleo' })];
    await ben.put(path, { secret });
    expect((await cleo.put<Redeemed>(path, { secret })).body.code).toBe('voucher_used');
    const seat = (await held())?.seats[0]?.pk;
    const released = await release(seat);
    expect(released.body.voucher.seats).toEqual([]);
    // A repeated call has no effect.
    expect((await release(seat)).body).toEqual(released.body);
    expect((await ben.get<{ user: User }>('/api/account/details')).body.user.account.tier).toBe(0);
    expect((await ben.get<OwnVouchers>('/api/account/vouchers')).body.redeemed).toMatchObject([
      { released_at: test.clock.now().toISOString() },
    ]);
    expect((await ben.put<Redeemed>(path, { secret })).body).toMatchObject({
      code: 'voucher_used',
      msg: expect.stringContaining('taken back'),
    });
    expect((await cleo.put<Redeemed>(path, { secret })).body.user.account.tier).toBe(1);
  });

  it('starts a waiting voucher when the active one is taken back', async () => {
    const { secret, held, release } = await classOf();
    const me = await test.as();
    await me.put(path, { secret });
    await me.put(path, { secret: await makeVoucher({ tier: 1, months: 2 }) });
    await me.put(path, { secret: await makeVoucher({ tier: 1, months: 1 }) });
    test.clock.advance(60);
    await release((await held())?.seats[0]?.pk);
    const [first, second, third] = await entitlementsOf(me.pk);
    const now = test.clock.now();
    expect(first?.ends_at?.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(second).toMatchObject({ starts_at: now, ends_at: addMonths(now, 2) });
    expect(third).toMatchObject({ starts_at: addMonths(now, 2), ends_at: addMonths(addMonths(now, 2), 1) });
  });

  it('deletes a waiting entitlement when its seat is taken back', async () => {
    const { secret, held, release } = await classOf();
    const me = await test.as();
    const own = await me.put<Redeemed>(path, { secret: await makeVoucher({ tier: 1, months: 1 }) });
    await me.put(path, { secret });
    await release((await held())?.seats[0]?.pk);
    expect(await entitlementsOf(me.pk)).toHaveLength(1);
    const { redeemed } = (await me.get<OwnVouchers>('/api/account/vouchers')).body;
    expect(redeemed).toMatchObject([{ from: null, until: null }, { until: own.body.voucher.until }]);
  });

  it('can only be managed by its holder', async () => {
    const { secret, held, release } = await classOf();
    const dora = await test.as({ username: 'dora' });
    await dora.put(path, { secret });
    const seat = (await held())?.seats[0]?.pk;
    for (const caller of [dora, await test.as(), await test.as({ isSuperuser: true })]) {
      expect((await caller.post('/api/account/voucher/release', { seat })).body.code).toBe('not_found');
    }
    expect((await test.anonymous.post('/api/account/voucher/release', { seat })).body.code).toBe('token_missing');
    for (const wrong of [0, -1, 1.5, 'x', 2 ** 31, undefined]) {
      expect((await release(wrong as number)).body.code).toBe('invalid_request');
    }
    expect((await release(2 ** 31 - 1)).body.code).toBe('not_found');
    expect((await held())?.seats).toHaveLength(1);
  });

  it('keeps the seat of a deleted account taken and anonymous until it is taken back', async () => {
    const { secret, held, release } = await classOf(1);
    const erin = await test.as({ username: 'erin' });
    await erin.put(path, { secret });
    await test.database.db.deleteFrom('users').where('pk', '=', erin.pk).execute();
    expect((await held())?.seats).toMatchObject([{ username: null, until: null }]);
    const finn = await test.as({ username: 'finn' });
    expect((await finn.put<Redeemed>(path, { secret })).body.code).toBe('voucher_used');
    await release((await held())?.seats[0]?.pk);
    expect((await finn.put(path, { secret })).status).toBe(200);
  });

  it('is paged for a holder of many vouchers', async () => {
    const { teacher, username } = await classOf();
    await createBatch({ vouchers: 25, holder: username });
    const numbers: number[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `?cursor=${cursor}` : '';
      const { body }: { body: OwnVouchers } = await teacher.get<OwnVouchers>(`/api/account/vouchers${query}`);
      numbers.push(...body.held.map(({ number }) => number));
      cursor = body.next_cursor;
    } while (cursor);
    expect(numbers).toHaveLength(26);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect((await teacher.get('/api/account/vouchers?cursor=x')).body.code).toBe('invalid_request');
  });
});

it('stores no code in tables, audit events or addresses', async () => {
  const batch: NewBatch = await createBatch({ uses: 2 });
  const secret = batch.secrets[0]?.secret ?? '';
  await (await test.as()).put(path, { secret });
  const tables = ['vouchers', 'voucher_batches', 'voucher_seats', 'audit_events', 'rate_limits'] as const;
  const rows = await Promise.all(tables.map((table) => test.database.db.selectFrom(table).selectAll().execute()));
  const text = JSON.stringify(rows);
  for (const part of [secret, secret.replaceAll('-', ''), secret.slice(0, 9)]) expect(text).not.toContain(part);
  expect(text).toContain('voucher.redeemed');
});
