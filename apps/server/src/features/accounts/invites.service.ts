import { createHash, randomInt } from 'node:crypto';
import type { EndpointAnswer, Tier } from '@hexpedition/contract';
import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import {
  findInvite,
  findInviteForUpdate,
  hasRedeemed,
  type InviteRow,
  insertInvite,
  insertRedemption,
  type NewInvite,
} from './invites.store.ts';

type Grants = EndpointAnswer<'POST /api/account/invite_code'>['grants'];

export type InviteService = ReturnType<typeof createInviteService>;

/** Without characters that look alike in print: 0 O, 1 I L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 16 characters, about 79 bits: too many to guess. */
function makeInviteCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** Hashes a code for storage. Case, hyphens and spaces are ignored, because people type codes from paper. */
function hashInviteCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
}

export function createInviteService({ db, clock }: { db: Db; clock: Clock }) {
  const service = {
    /**
     * Returns what a code grants, without using it.
     * @throws AppError invite_invalid
     */
    async find(code: string): Promise<Grants> {
      return grantsOf(requireUsable(await findInvite(db, hashInviteCode(code)), clock.now()));
    },

    /**
     * Redeems a code: once per user and at most as often as the code allows, also with concurrent calls.
     * @throws AppError invite_invalid, already_done
     */
    async redeem(tx: Tx, userPk: number, code: string): Promise<Grants> {
      const now = clock.now();
      const invite = await findInviteForUpdate(tx, hashInviteCode(code));
      if (invite && (await hasRedeemed(tx, invite.pk, userPk))) {
        throw new AppError('already_done', 'You have used this invitation already.');
      }
      const usableInvite = requireUsable(invite, now);
      await insertRedemption(tx, usableInvite, userPk, now);
      if (usableInvite.tier !== null) await announceProfileChange(tx, userPk);
      await audit(tx, { actor: userPk, action: 'invite.redeemed', subject: `invite:${usableInvite.pk}` });
      return grantsOf(usableInvite);
    },

    /** @throws AppError invite_invalid, already_done */
    redeemForUser: (userPk: number, code: string): Promise<Grants> =>
      db.transaction().execute((tx) => service.redeem(tx, userPk, code)),
  };
  return service;
}

/** For the operator's command. @returns the code; only its hash is stored */
export async function createInvite(db: Db, invite: NewInvite): Promise<string> {
  const code = makeInviteCode();
  await db.transaction().execute(async (tx) => {
    const pk = await insertInvite(tx, hashInviteCode(code), invite);
    await audit(tx, { actor: null, action: 'invite.created', subject: `invite:${pk}` });
  });
  return code;
}

function requireUsable(invite: InviteRow | undefined, now: Date): InviteRow {
  if (!invite) throw invalidCode('This invitation code is not known. Check it, or ask for a new one.');
  if (invite.expires_at && invite.expires_at <= now) {
    throw invalidCode('This invitation code has expired. Ask for a new one.');
  }
  if (invite.uses >= invite.max_uses) {
    throw invalidCode('This invitation code is used up. Ask for a new one.');
  }
  return invite;
}

function invalidCode(msg: string): AppError {
  return new AppError('invite_invalid', msg, { fields: { invite_code: msg } });
}

function grantsOf({ beta_access, tier, days }: InviteRow): Grants {
  return { beta_access, tier: tier as Tier | null, days: tier === null ? null : days };
}
