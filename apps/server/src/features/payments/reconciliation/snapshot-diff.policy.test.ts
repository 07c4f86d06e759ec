import { describe, expect, it } from 'vitest';
import { Envelope } from '../ledger/paddle-events.ts';
import { datedAfter, isNewerChange } from './snapshot-diff.policy.ts';

const event_id = `read_sub_${'0'.repeat(26)}_2026-11-24T10:00:00.123456Z`;
const data = { id: 'sub_1', items: [{ price: 'pri_1' }], change: null, updated_at: '2026-11-24T10:00:00.123456Z' };
const snapshot: Envelope = {
  ...{ event_id, event_type: 'subscription.read', occurred_at: new Date('2026-11-24T10:00:00.123Z'), data },
};
const stored = (changes: object = {}, seconds = 2) => ({
  occurredAt: new Date(snapshot.occurred_at.getTime() + seconds * 1_000),
  data: { ...data, custom: 'more', ...changes },
});

describe('isNewerChange', () => {
  it.each([
    ['differs', { change: { action: 'cancel' } }, true],
    ['has more items in a list', { items: [{ price: 'pri_1' }, { price: 'pri_2' }] }, true],
    ['lacks a field', { items: undefined }, true],
    ['is equal', {}, false],
    ['lacks a field that is null in the snapshot', { change: undefined }, false],
    ['is newer and differs', { items: [], updated_at: '2026-11-24T10:00:01Z' }, false],
    ['is older and differs', { items: [], updated_at: '2026-11-24T09:59:59Z' }, true],
    ['has no time and differs', { items: [], updated_at: undefined }, true],
  ])('decides by content and time if the stored object %s: %#', (_what, changes, expected) => {
    expect(isNewerChange(snapshot, stored(changes))).toBe(expected);
  });
});

it('dates a snapshot after the stored event and gives it an event id of its own', () => {
  const late = datedAfter(stored(), snapshot);
  expect(late.occurred_at.getTime()).toBe(stored().occurredAt.getTime() + 1);
  expect(datedAfter(stored({}, -60), snapshot).occurred_at).toEqual(snapshot.occurred_at);
  expect(late.event_id).not.toBe(snapshot.event_id);
  expect(Envelope.safeParse({ ...late, occurred_at: late.occurred_at.toISOString() }).success).toBe(true);
});
