import { z } from 'zod';
import { ActiveSubscription, User } from './account.ts';
import { Tier, Time } from './common.ts';

/** Tiers of vouchers. Admin can only be granted by a superuser. */
export const VoucherTier = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type VoucherTier = z.infer<typeof VoucherTier>;

export const VoucherSecretBody = z.object({ secret: z.string().trim().min(1, 'Enter the code.').max(200) });

/** Common fields of vouchers. The number identifies a voucher for the operator and is not secret. */
const voucherFacts = {
  number: z.number().int(),
  name: z.string(),
  tier: VoucherTier,
  months: z.number().int(),
  /** Account that sees who has its seats and can release them, such as the teacher of a class. */
  holder: z.string().nullable(),
};

/** The offer of a voucher if it were redeemed now. */
export const VoucherOffer = z.object({
  ...voucherFacts,
  from: Time,
  until: Time,
  /** Whether it starts later, because another voucher of the same tier is active until then. */
  waits: z.boolean(),
  /** `later`: the account already has this tier at the start, but not until the end. `yours`: already redeemed. */
  worth: z.enum(['now', 'later', 'nothing', 'yours']),
  /** End of the account's own access to at least this tier (`until` null: never); null without such access. */
  covered: z.object({ tier: Tier, until: Time.nullable() }).nullable(),
});
export type VoucherOffer = z.infer<typeof VoucherOffer>;

export const RedeemedVoucher = z.object({
  ...voucherFacts,
  redeemed_at: Time,
  /** Both null if the seat was released before it started. */
  from: Time.nullable(),
  until: Time.nullable(),
  /** When the holder released the seat. */
  released_at: Time.nullable(),
});
export type RedeemedVoucher = z.infer<typeof RedeemedVoucher>;

export const VoucherAnswer = z.object({
  voucher: RedeemedVoucher,
  /** The subscription that the voucher gives, also if it starts later. */
  subscription: ActiveSubscription,
  user: User,
});

/** Maximum number of seats of a voucher. */
export const maxVoucherUses = 500;
/** Maximum number of redeemed vouchers that are listed, newest first. */
export const maxRedeemedVouchers = 100;

export const HeldVoucher = z.object({
  ...voucherFacts,
  uses: z.number().int(),
  expires_at: Time.nullable(),
  disabled: z.boolean(),
  /** Taken seats. `username` is null if the account was deleted; the seat can still be released. */
  seats: z
    .array(
      z.object({
        pk: z.number().int(),
        username: z.string().nullable(),
        redeemed_at: Time,
        until: Time.nullable(),
      }),
    )
    .max(maxVoucherUses),
});
export type HeldVoucher = z.infer<typeof HeldVoucher>;

export const OwnVouchers = z.object({
  /** Newest first, only on the first page. */
  redeemed: z.array(RedeemedVoucher).max(maxRedeemedVouchers),
  /** Vouchers that the account holds for a class. */
  held: z.array(HeldVoucher),
  next_cursor: z.string().nullable(),
});
export type OwnVouchers = z.infer<typeof OwnVouchers>;

const Pk = z.number().int().positive().max(2_147_483_647);
export const ReleaseSeatBody = z.object({ seat: Pk });
export const HeldVoucherAnswer = z.object({ voucher: HeldVoucher });

/** Vouchers that were created together and grant the same. */
export const VoucherBatch = z.object({
  pk: z.number().int(),
  name: z.string(),
  tier: VoucherTier,
  months: z.number().int(),
  /** Number of seats of each voucher. */
  uses: z.number().int(),
  expires_at: Time.nullable(),
  made_at: Time,
  made_by: z.string().nullable(),
  holder: z.string().nullable(),
  vouchers: z.number().int(),
  disabled: z.number().int(),
  /** Taken seats of all its vouchers. */
  taken: z.number().int(),
});
export type VoucherBatch = z.infer<typeof VoucherBatch>;

export const VoucherBatches = z.object({ batches: z.array(VoucherBatch), next_cursor: z.string().nullable() });
export type VoucherBatches = z.infer<typeof VoucherBatches>;

const integer = (min: number, max: number) => {
  const msg = `Enter a whole number from ${min} to ${max}.`;
  return z.number(msg).int(msg).min(min, msg).max(max, msg);
};

export const NewBatchBody = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  tier: VoucherTier,
  months: integer(1, 36),
  uses: integer(1, maxVoucherUses),
  vouchers: integer(1, 500),
  /** Deadline to redeem; null for none. */
  expires_at: Time.nullish(),
  /** Username of the holder. */
  holder: z.string().trim().max(60).nullish(),
});
export const NewBatch = z.object({
  batch: VoucherBatch,
  /** Shown only once, because only hashes are stored. */
  secrets: z.array(z.object({ number: z.number().int(), secret: z.string() })),
});
export type NewBatch = z.infer<typeof NewBatch>;

export const BatchParams = z.object({ batch: z.coerce.number().int().positive().max(2_147_483_647) });
/** Maximum number of redeemers that are listed per voucher. */
export const maxRedeemerNames = 10;
export const BatchVouchers = z.object({
  batch: VoucherBatch,
  vouchers: z.array(
    z.object({
      number: z.number().int(),
      disabled: z.boolean(),
      taken: z.number().int(),
      /** Usernames, newest first, without deleted accounts. */
      redeemed_by: z.array(z.string()).max(maxRedeemerNames),
      redeemed_at: Time.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type BatchVouchers = z.infer<typeof BatchVouchers>;

export const DisableVouchersBody = z.object({
  /** One voucher of the batch. Omit for all of them. */
  number: Pk.optional(),
  /** False: allow redemption again. */
  disabled: z.boolean(),
});
export const BatchAnswer = z.object({ batch: VoucherBatch });
