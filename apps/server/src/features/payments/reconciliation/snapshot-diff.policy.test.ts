import { describe, expect, it } from 'vitest';
import { Envelope } from '../ledger/events.ts';
import { after, isNewerChange } from './snapshot-diff.policy.ts';

const event_id = `read_sub_${'0'.repeat(26)}_2026-11-24T10:00:00.123456Z`;
const data = { id: 'sub_1', items: [{ price: 'pri_1' }], change: null, updated_at: '2026-11-24T10:00:00.123456Z' };
const reading: Envelope = {
  ...{ event_id, event_type: 'subscription.read', occurred_at: new Date('2026-11-24T10:00:00.123Z'), data },
};
const heard = (changes: object = {}, seconds = 2) => ({
  occurredAt: new Date(reading.occurred_at.getTime() + seconds * 1_000),
  data: { ...data, custom: 'more', ...changes },
});

describe('a reading is news', () => {
  it.each([
    ['says something else', { change: { action: 'cancel' } }, true],
    ['has more in a list', { items: [{ price: 'pri_1' }, { price: 'pri_2' }] }, true],
    ['has less', { items: undefined }, true],
    ['says the same', {}, false],
    ['leaves out what was null', { change: undefined }, false],
    ['is newer and says something else', { items: [], updated_at: '2026-11-24T10:00:01Z' }, false],
    ['is older and says something else', { items: [], updated_at: '2026-11-24T09:59:59Z' }, true],
    ['does not say when, and says something else', { items: [], updated_at: undefined }, true],
  ])('where what was heard %s: %#', (_what, changes, expected) => {
    expect(isNewerChange(reading, heard(changes))).toBe(expected);
  });
});

it('comes after what was heard, whenever that occurred, and is an event of its own', () => {
  const late = after(heard(), reading);
  expect(late.occurred_at.getTime()).toBe(heard().occurredAt.getTime() + 1);
  expect(after(heard({}, -60), reading).occurred_at).toEqual(reading.occurred_at);
  expect(late.event_id).not.toBe(reading.event_id);
  expect(Envelope.safeParse({ ...late, occurred_at: late.occurred_at.toISOString() }).success).toBe(true);
});
