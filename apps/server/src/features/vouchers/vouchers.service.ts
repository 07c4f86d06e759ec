import type { HeldVoucher, OwnVouchers, RedeemedVoucher, VoucherOffer } from '@hexpedition/contract';
import { codeProblem } from '@hexpedition/contract/voucher-code';
import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { notFound, tooMany } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { hashCode } from './voucher-codes.ts';
import {
  baseTier,
  coveredUntil,
  invalidCode,
  requireRedeemable,
  seatWasTakenBack,
  tierAt,
  unknownCode,
  voucherSpan,
  worthOf,
} from './vouchers.policy.ts';
import {
  findHeldSeat,
  findRedeemed,
  findVoucher,
  readHeld,
  readHeldVouchers,
  readQueue,
  readRedeemed,
  selectHeldVoucher,
  type Voucher,
} from './vouchers.read-model.ts';
import { insertSeat, lockVoucher, moveEntitlement, releaseSeat } from './vouchers.store.ts';

const limits = {
  /** Per account, for all calls with a code. */
  tries: { name: 'voucher', hits: 40, seconds: 600 },
  /** Per network, for unknown codes only, so that a class behind one address can redeem at the same time. */
  misses: { name: 'voucher-miss', hits: 60, seconds: 600 },
} satisfies Record<string, Limit>;

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** The user who redeems, and their network. */
interface Caller {
  viewer: Viewer;
  network: string;
}

export function createVoucherService({ db, clock, limiter }: Deps) {
  return {
    /**
     * Returns what a code would give now, without using it.
     * @throws AppError voucher_invalid, voucher_expired, voucher_used, too_many_requests
     */
    async preview(caller: Caller, code: string): Promise<VoucherOffer> {
      const { viewer } = caller;
      const voucher = await find(caller, code);
      const redeemed = await findRedeemed(db, voucher.number, viewer.pk);
      if (redeemed && redeemed.released_at === null && redeemed.from && redeemed.until) {
        return {
          ...describeVoucher(voucher),
          from: redeemed.from,
          until: redeemed.until,
          waits: false,
          worth: 'yours',
          covered: null,
        };
      }
      const now = clock.now();
      requireSeatAvailable(voucher, redeemed, now);
      const entitlements = await readHeld(db, viewer.pk, now);
      const span = nextVoucherSpan(voucher, entitlements, now);
      const all = [...entitlements, baseTier(viewer.freeTier, viewer.isSuperuser)];
      const until = coveredUntil(all, voucher.tier, span.startsAt);
      const worth = worthOf(span, until);
      return {
        ...describeVoucher(voucher),
        from: span.startsAt.toISOString(),
        until: span.endsAt.toISOString(),
        waits: span.startsAt > now,
        worth,
        covered: worth === 'now' ? null : { tier: tierAt(all, span.startsAt), until: until?.toISOString() ?? null },
      };
    },

    /**
     * Takes a seat for the account. Repeated calls take only one, and concurrent calls cannot exceed the number of seats.
     * @throws AppError voucher_invalid, voucher_expired, voucher_used, too_many_requests
     */
    async redeem(caller: Caller, code: string): Promise<RedeemedVoucher> {
      const userPk = caller.viewer.pk;
      const { number } = await find(caller, code);
      return db.transaction().execute(async (tx) => {
        await lockVoucher(tx, number, userPk);
        const voucher = await findVoucher(tx, hashCode(code));
        const earlier = await findRedeemed(tx, number, userPk);
        // A repeated call, for example after a lost answer, returns the same seat.
        if (earlier && earlier.released_at === null) return earlier;
        const now = clock.now();
        if (!voucher) throw unknownCode();
        requireSeatAvailable(voucher, earlier, now);
        const span = nextVoucherSpan(voucher, await readHeld(tx, userPk, now), now);
        await insertSeat(tx, { ...span, voucher: number, userPk, tier: voucher.tier, now });
        await announceProfileChange(tx, userPk);
        const data = { tier: voucher.tier, from: span.startsAt, until: span.endsAt };
        await audit(tx, { actor: userPk, action: 'voucher.redeemed', subject: `voucher:${number}`, data });
        const redeemed = await findRedeemed(tx, number, userPk);
        // It was inserted above.
        return redeemed as RedeemedVoucher;
      });
    },

    /** Returns redeemed vouchers and one page of held ones. @param before see `readHeldVouchers` */
    async listOwn(userPk: number, before: number | null): Promise<OwnVouchers> {
      return {
        redeemed: before === null ? await readRedeemed(db, userPk) : [],
        ...(await readHeldVouchers(db, userPk, before)),
      };
    },

    /**
     * Takes a seat back from a learner, whose entitlement ends immediately. Repeated calls have no effect.
     * @throws AppError not_found for a seat of a voucher that the user does not hold
     */
    async release(holderPk: number, seatPk: number): Promise<HeldVoucher> {
      const heldSeat = await findHeldSeat(db, holderPk, seatPk);
      if (!heldSeat) throw notFound('seat');
      return db.transaction().execute(async (tx) => {
        await lockVoucher(tx, heldSeat.number, heldSeat.user_pk);
        const seat = await findHeldSeat(tx, holderPk, seatPk);
        if (!seat) throw notFound('seat');
        if (seat.released_at === null) {
          const now = clock.now();
          await releaseSeat(tx, seatPk, now);
          const data = { seat: seatPk };
          await audit(tx, { actor: holderPk, action: 'voucher.released', subject: `voucher:${seat.number}`, data });
          if (seat.user_pk !== null) {
            await closeGap(tx, seat.user_pk, seat.tier, now);
            await announceProfileChange(tx, seat.user_pk);
          }
        }
        return selectHeldVoucher(tx, holderPk, seat.number);
      });
    },
  };

  /** Finds the voucher of a code, redeemable or not. @throws AppError voucher_invalid, too_many_requests */
  async function find({ viewer, network }: Caller, code: string): Promise<Voucher> {
    await limiter.take(limits.tries, String(viewer.pk));
    const problem = codeProblem(code);
    if (problem) throw invalidCode(problem);
    if (await limiter.isSpent(limits.misses, network)) throw tooMany(limits.misses.seconds);
    const voucher = await findVoucher(db, hashCode(code));
    if (voucher) return voucher;
    await limiter.count(limits.misses, network);
    throw unknownCode();
  }
}

/** @param redeemed what the account has already received from the voucher */
function requireSeatAvailable(voucher: Voucher, redeemed: RedeemedVoucher | undefined, now: Date): void {
  requireRedeemable(voucher, now);
  if (redeemed) throw seatWasTakenBack();
}

function nextVoucherSpan({ tier, months }: Voucher, entitlements: Awaited<ReturnType<typeof readHeld>>, now: Date) {
  const ends = entitlements.flatMap((span) =>
    span.isVoucher && span.tier === tier && span.endsAt ? [span.endsAt.getTime()] : [],
  );
  return voucherSpan(now, months, ends.length > 0 ? new Date(Math.max(...ends)) : null);
}

/** Moves waiting vouchers forward after one has ended early: each starts when the previous one ends. */
async function closeGap(tx: Tx, userPk: number, tier: number, now: Date): Promise<void> {
  const queue = await readQueue(tx, userPk, tier, now);
  let runsUntil: Date | null = null;
  for (const { pk, months, startsAt, endsAt } of queue) {
    if (startsAt <= now) {
      runsUntil = endsAt;
      continue;
    }
    const span = voucherSpan(now, months, runsUntil);
    await moveEntitlement(tx, pk, span.startsAt, span.endsAt);
    runsUntil = span.endsAt;
  }
}

const describeVoucher = ({ number, name, tier, months, holder }: Voucher) => ({ number, name, tier, months, holder });
