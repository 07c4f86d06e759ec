import type { Tier } from '@hexpedition/contract';
import { addMonths } from '#platform/add-months';
import { AppError } from '#platform/errors';

/** From when until when; an end that is null never comes. */
export interface Span {
  startsAt: Date;
  endsAt: Date | null;
}

/**
 * Vouchers of one tier run one after another, so that none is wasted on days that another has paid for.
 * @param runsUntil when the last of the account's vouchers of the tier ends; null where none runs or waits
 */
export function spanOf(now: Date, months: number, runsUntil: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = runsUntil && runsUntil > now ? runsUntil : now;
  return { startsAt, endsAt: addMonths(startsAt, months) };
}

/**
 * Until when the account has at least a tier from a moment on, without a gap.
 * @returns null for good; the moment itself where the account has not
 */
export function coveredUntil(held: readonly (Span & { tier: number })[], tier: number, from: Date): Date | null {
  let until = from;
  for (;;) {
    const next = held.filter((span) => span.tier >= tier && span.startsAt <= until);
    if (next.some(({ endsAt }) => endsAt === null)) return null;
    const furthest = Math.max(...next.map(({ endsAt }) => endsAt?.getTime() ?? 0), 0);
    if (furthest <= until.getTime()) return until;
    until = new Date(furthest);
  }
}

/** The tier that an account has at a moment. */
export const tierAt = (held: readonly (Span & { tier: Tier })[], time: Date): Tier =>
  held.reduce<Tier>(
    (best, { tier, startsAt, endsAt }) =>
      tier > best && startsAt <= time && (endsAt === null || endsAt > time) ? tier : best,
    0,
  );

/** What a voucher adds to what the account has already. */
export function worthOf(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  until: Date | null,
): 'now' | 'later' | 'nothing' {
  if (until === null || until >= endsAt) return 'nothing';
  return until > startsAt ? 'later' : 'now';
}

/** What decides whether somebody can have a seat of a voucher. */
export interface Redeemable {
  uses: number;
  taken: number;
  isDisabled: boolean;
  expiresAt: Date | null;
}

/** @throws AppError voucher_invalid, voucher_expired, voucher_used */
export function mustBeRedeemable({ uses, taken, isDisabled, expiresAt }: Redeemable, now: Date): void {
  if (isDisabled) throw unknownCode();
  if (expiresAt && expiresAt < now) {
    const msg = 'This voucher has expired. Ask for a new one.';
    throw new AppError('voucher_expired', msg, { fields: { secret: msg } });
  }
  if (taken < uses) return;
  throw usedUp(
    uses === 1
      ? 'Somebody has redeemed this voucher already. Ask whoever gave it to you.'
      : 'All seats of this voucher are taken. Ask whoever gave it to you.',
  );
}

/** A code that nobody was given and one that was disabled are answered alike. */
export const unknownCode = (): AppError =>
  invalidCode('This code opens nothing. Compare it once more, or ask whoever gave it to you.');

export const seatWasTakenBack = (): AppError =>
  usedUp('Your seat of this voucher was taken back. Ask whoever gave it to you.');

export const invalidCode = (msg: string): AppError => new AppError('voucher_invalid', msg, { fields: { secret: msg } });

const usedUp = (msg: string): AppError => new AppError('voucher_used', msg, { fields: { secret: msg } });

/** What somebody has without vouchers or entitlements of their own. */
export function heldAnyway(freeTier: Tier, isSuperuser: boolean): Span & { tier: Tier } {
  return { tier: isSuperuser ? 42 : freeTier, startsAt: new Date(0), endsAt: null };
}
