import type { Card } from './shapes.ts';

/** Test cards of the checkout page. They are fictional and have no full number. */
export const testCards = {
  succeeds: { label: 'Succeeds', type: 'visa', last4: '4242' },
  declined: { label: 'Declined', type: 'visa', last4: '0002' },
  confirm: { label: 'Requires bank confirmation', type: 'mastercard', last4: '3220' },
  fails_later: { label: 'Succeeds now, fails at each renewal', type: 'visa', last4: '3184' },
} as const satisfies Record<string, { label: string; type: Card['type']; last4: string }>;

export type TestCardKey = keyof typeof testCards;

export const isTestCard = (key: unknown): key is TestCardKey =>
  typeof key === 'string' && Object.hasOwn(testCards, key);

export function cardOf(key: TestCardKey, now: Date): Card {
  const { type, last4 } = testCards[key];
  return { type, last4, expiry_month: 12, expiry_year: now.getUTCFullYear() + 3, cardholder_name: 'Sandbox Buyer' };
}
