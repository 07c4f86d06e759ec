import { randomBytes } from 'node:crypto';
import type { Berth } from './berths.ts';
import { type Account, enter, newAccount } from './ledger.ts';

/** Maximum visitors and bookings; the oldest visitor is removed first. */
const MAX_VISITORS = 300;
const MAX_BOOKINGS = 60;

const accounts = new Map<string, Account>();

export const accountOf = (session: string | undefined): Account | undefined => accounts.get(session ?? '');

/** @returns the session of a new visitor, and their account */
export function welcome(): { session: string; account: Account } {
  const session = randomBytes(16).toString('hex');
  const account = newAccount();
  accounts.set(session, account);
  const [oldest] = accounts.keys();
  if (accounts.size > MAX_VISITORS && oldest !== undefined) accounts.delete(oldest);
  return { session, account };
}

/** @returns why the berth cannot be booked; undefined if it was */
export function book(account: Account, { id, name, price }: Berth): string | undefined {
  if (account.bookings.some(({ berth, state }) => berth === id && state === 'booked'))
    return 'You have already booked it.';
  if (account.purse < price) return `It costs ${price} crowns, and you have ${account.purse}.`;
  if (account.bookings.length >= MAX_BOOKINGS) return 'You cannot make more bookings.';
  account.bookings.push({
    id: account.bookings.length + 1,
    berth: id,
    name,
    deposit: price,
    paidWith: 'crowns',
    state: 'booked',
  });
  enter(account, name, -price);
  return undefined;
}
