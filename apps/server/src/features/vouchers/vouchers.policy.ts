import type { Tier } from '@hexpedition/contract';
import { addMonths } from '#platform/add-months';
import { AppError } from '#platform/errors';

/** A time span; an end of null means no end. */
export interface Span {
  startsAt: Date;
  endsAt: Date | null;
}

/**
 * Returns the span of a new voucher. Vouchers of one tier run consecutively, so that no voucher is wasted on days that
 * another one covers.
 * @param runsUntil end of the account's last voucher of the tier; null if none is active or waiting
 */
export function voucherSpan(now: Date, months: number, runsUntil: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = runsUntil && runsUntil > now ? runsUntil : now;
  return { startsAt, endsAt: addMonths(startsAt, months) };
}

/**
 * Returns until when the account has at least a tier, without a gap, starting at a time.
 * @returns null for no end; `from` itself if the account does not have the tier then
 */
export function coveredUntil(held: readonly (Span & { tier: number })[], tier: number, from: Date): Date | null {
  let until = from;
  for (;;) {
    const next = held.filter((span) => span.tier >= tier && span.startsAt <= until);
    if (next.some(({ endsAt }) => endsAt === null)) return null;
    const latestEnd = Math.max(...next.map(({ endsAt }) => endsAt?.getTime() ?? 0), 0);
    if (latestEnd <= until.getTime()) return until;
    until = new Date(latestEnd);
  }
}

/** Returns the tier that an account has at a time. */
export const tierAt = (held: readonly (Span & { tier: Tier })[], time: Date): Tier =>
  held.reduce<Tier>(
    (best, { tier, startsAt, endsAt }) =>
      tier > best && startsAt <= time && (endsAt === null || endsAt > time) ? tier : best,
    0,
  );

/** Returns what a voucher adds to the existing entitlements. */
export function worthOf(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  until: Date | null,
): 'now' | 'later' | 'nothing' {
  if (until === null || until >= endsAt) return 'nothing';
  return until > startsAt ? 'later' : 'now';
}

/** The state of a voucher that decides whether a seat can be taken. */
export interface Redeemable {
  uses: number;
  taken: number;
  isDisabled: boolean;
  expiresAt: Date | null;
}

/** @throws AppError voucher_invalid, voucher_expired, voucher_used */
export function requireRedeemable({ uses, taken, isDisabled, expiresAt }: Redeemable, now: Date): void {
  if (isDisabled) throw unknownCode();
  if (expiresAt && expiresAt < now) {
    const msg = 'This voucher has expired. Ask for a new one.';
    throw new AppError('voucher_expired', msg, { fields: { secret: msg } });
  }
  if (taken < uses) return;
  throw usedUp(
    uses === 1
      ? 'This voucher was already redeemed. Ask the person who gave it to you.'
      : 'All seats of this voucher are taken. Ask the person who gave it to you.',
  );
}

/** The same error for an unknown and a disabled code. */
export const unknownCode = (): AppError =>
  invalidCode('This code is not valid. Check it, or ask the person who gave it to you.');

export const seatWasTakenBack = (): AppError =>
  usedUp('Your seat of this voucher was taken back. Ask the person who gave it to you.');

export const invalidCode = (msg: string): AppError => new AppError('voucher_invalid', msg, { fields: { secret: msg } });

const usedUp = (msg: string): AppError => new AppError('voucher_used', msg, { fields: { secret: msg } });

/** The tier that a user has without vouchers or entitlements. */
export function baseTier(freeTier: Tier, isSuperuser: boolean): Span & { tier: Tier } {
  return { tier: isSuperuser ? 42 : freeTier, startsAt: new Date(0), endsAt: null };
}
