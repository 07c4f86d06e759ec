import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';

/** The purpose that a ticket was issued for. It is invalid for any other purpose. */
export type TicketPurpose = 'passkey-add' | 'passkey-login' | 'provider-start' | 'provider-finish';

export interface Ticket {
  userPk: number | null;
  data: Record<string, unknown>;
}

export type Tickets = ReturnType<typeof createTickets>;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/**
 * Tickets for short multi-step actions that are completed once. A ticket is 256 random bits, of which only the hash is
 * stored.
 */
export function createTickets({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @param seconds lifetime of the ticket */
    async issue(purpose: TicketPurpose, seconds: number, ticket: Ticket): Promise<string> {
      const secret = randomBytes(32).toString('base64url');
      await db
        .insertInto('tickets')
        .values({
          hash: hashOf(secret),
          purpose,
          user_pk: ticket.userPk,
          data: JSON.stringify(ticket.data),
          expires_at: new Date(clock.now().getTime() + seconds * 1_000),
        })
        .execute();
      return secret;
    },

    /** Uses a ticket up. @returns undefined if it is unknown, used, expired or for another purpose */
    async consume(tx: Db | Tx, purpose: TicketPurpose, ticket: string): Promise<Ticket | undefined> {
      const row = await tx
        .deleteFrom('tickets')
        .where('hash', '=', hashOf(ticket))
        .where('purpose', '=', purpose)
        .returning(['user_pk', 'data', 'expires_at'])
        .executeTakeFirst();
      if (!row || row.expires_at <= clock.now()) return undefined;
      return { userPk: row.user_pk, data: row.data };
    },

    /**
     * Uses up a ticket that was signed instead of stored. The caller has verified its signature and expiry.
     * @returns false if it was used before
     */
    async consumeSigned(purpose: TicketPurpose, ticket: string, expiresAt: Date): Promise<boolean> {
      const row = await db
        .insertInto('tickets')
        .values({ hash: hashOf(ticket), purpose, user_pk: null, data: '{}', expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('hash')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Deletes expired tickets. */
    async sweep(): Promise<void> {
      await db.deleteFrom('tickets').where('expires_at', '<', clock.now()).execute();
    },
  };
}
