import { z } from 'zod';
import { User } from './account.ts';
import { Tier, Time } from './common.ts';

/** What a voucher can give. Admin is granted by hand alone. */
export const VoucherTier = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type VoucherTier = z.infer<typeof VoucherTier>;

export const VoucherSecretBody = z.object({ secret: z.string().trim().min(1, 'Enter the code.').max(200) });

/** What every voucher says of itself. The number names it to the operator; it opens nothing. */
const voucherFacts = {
  number: z.number().int(),
  name: z.string(),
  tier: VoucherTier,
  months: z.number().int(),
  /** Who sees the names of those who have its seats, and can take seats back: the teacher of a class. */
  holder: z.string().nullable(),
};

/** What a voucher would give, if it were redeemed at this moment. */
export const VoucherOffer = z.object({
  ...voucherFacts,
  from: Time,
  until: Time,
  /** It begins later, because another voucher of the same tier runs until then. */
  waits: z.boolean(),
  /** `later`: the account has as much already when it begins, but not until it ends. `yours`: it is redeemed. */
  worth: z.enum(['now', 'later', 'nothing', 'yours']),
  /** Until when the account has at least this tier without the voucher (null: for good); absent where it has not. */
  covered: z.object({ tier: Tier, until: Time.nullable() }).nullable(),
});
export type VoucherOffer = z.infer<typeof VoucherOffer>;

export const RedeemedVoucher = z.object({
  ...voucherFacts,
  redeemed_at: Time,
  /** Both null where the seat was taken back before it began. */
  from: Time.nullable(),
  until: Time.nullable(),
  /** When the holder took the seat back. */
  released_at: Time.nullable(),
});
export type RedeemedVoucher = z.infer<typeof RedeemedVoucher>;

export const VoucherAnswer = z.object({
  voucher: RedeemedVoucher,
  subscription: User.shape.account.shape.active_subscription,
  user: User,
});

/** How many people one voucher can have seats for. */
export const mostUses = 500;
/** Of the redeemed vouchers, the newest so many are listed. */
export const mostRedeemed = 100;

export const HeldVoucher = z.object({
  ...voucherFacts,
  uses: z.number().int(),
  expires_at: Time.nullable(),
  disabled: z.boolean(),
  /** Those that are taken. The name is null where the account was deleted; its seat can still be taken back. */
  seats: z
    .array(
      z.object({
        pk: z.number().int(),
        username: z.string().nullable(),
        redeemed_at: Time,
        until: Time.nullable(),
      }),
    )
    .max(mostUses),
});
export type HeldVoucher = z.infer<typeof HeldVoucher>;

export const OwnVouchers = z.object({
  /** The newest first; only on the first page. */
  redeemed: z.array(RedeemedVoucher).max(mostRedeemed),
  /** Vouchers that the account holds for a class. */
  held: z.array(HeldVoucher),
  next_cursor: z.string().nullable(),
});
export type OwnVouchers = z.infer<typeof OwnVouchers>;

const Pk = z.number().int().positive().max(2_147_483_647);
export const ReleaseSeatBody = z.object({ seat: Pk });
export const HeldVoucherAnswer = z.object({ voucher: HeldVoucher });

/** Made together: all its vouchers give the same. */
export const VoucherBatch = z.object({
  pk: z.number().int(),
  name: z.string(),
  tier: VoucherTier,
  months: z.number().int(),
  /** How many people can redeem each of its vouchers. */
  uses: z.number().int(),
  expires_at: Time.nullable(),
  made_at: Time,
  made_by: z.string().nullable(),
  holder: z.string().nullable(),
  vouchers: z.number().int(),
  disabled: z.number().int(),
  /** How many seats of all its vouchers are taken. */
  taken: z.number().int(),
});
export type VoucherBatch = z.infer<typeof VoucherBatch>;

export const VoucherBatches = z.object({ batches: z.array(VoucherBatch), next_cursor: z.string().nullable() });
export type VoucherBatches = z.infer<typeof VoucherBatches>;

const whole = (least: number, most: number) => {
  const msg = `Enter a whole number from ${least} to ${most}.`;
  return z.number(msg).int(msg).min(least, msg).max(most, msg);
};

export const NewBatchBody = z.object({
  name: z.string().trim().min(1, 'Give it a name.').max(80, 'Use at most 80 characters.'),
  tier: VoucherTier,
  months: whole(1, 36),
  uses: whole(1, mostUses),
  vouchers: whole(1, 500),
  /** The last moment to redeem; null for none. */
  expires_at: Time.nullish(),
  /** Username of the holder. */
  holder: z.string().trim().max(60).nullish(),
});
export const NewBatch = z.object({
  batch: VoucherBatch,
  /** Shown once: only hashes are kept. */
  secrets: z.array(z.object({ number: z.number().int(), secret: z.string() })),
});
export type NewBatch = z.infer<typeof NewBatch>;

export const byBatch = z.object({ batch: z.coerce.number().int().positive().max(2_147_483_647) });
/** Of those who have redeemed a voucher, so many are named beside it. */
export const mostNames = 10;
export const BatchVouchers = z.object({
  batch: VoucherBatch,
  vouchers: z.array(
    z.object({
      number: z.number().int(),
      disabled: z.boolean(),
      taken: z.number().int(),
      /** The newest first; a deleted account has no name. */
      redeemed_by: z.array(z.string()).max(mostNames),
      redeemed_at: Time.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type BatchVouchers = z.infer<typeof BatchVouchers>;

export const DisableVouchersBody = z.object({
  /** One voucher of the batch; all of them if it is left out. */
  number: Pk.optional(),
  /** False lets them be redeemed again. */
  disabled: z.boolean(),
});
export const BatchAnswer = z.object({ batch: VoucherBatch });
