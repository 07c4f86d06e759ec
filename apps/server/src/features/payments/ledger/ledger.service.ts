import { ZodError } from 'zod';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { invalid } from '#platform/errors';
import type { PaymentMails } from '../mails/payment-mails.ts';
import type { Plans } from '../plans.ts';
import { applyEvent, recomputeCustomer } from './apply-event.ts';
import { Envelope, isRelevant } from './paddle-events.ts';
import { readSubscriptionEntitlements } from './payments.read-model.ts';
import { insertEvent, lockNextPending, markApplied, markFailed, readLedger } from './payments.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  plans: Plans;
  /** Queues the mails about payments and changes. Omit to send none. */
  mails?: PaymentMails;
  /** Called for events without the documented shape, with the id and the error, never with data of the event. */
  warn: (failed: { event: string; error: string }) => void;
}

const pageSize = 200;

/**
 * The ledger stores every event of Paddle unchanged, and our own snapshots of Paddle's objects. Its rows are also the
 * queue: an event stays pending in its row until it is applied, so that nothing is lost if a process dies after
 * receipt.
 */
export function createLedger({ db, clock, plans, mails, warn }: Deps) {
  let running: Promise<void> | null = null;

  /** Applies one row of the ledger, or marks it as failed. */
  async function apply(tx: Tx, { event_id, body }: { event_id: string; body: string }): Promise<void> {
    try {
      await applyEvent(tx, Envelope.parse(JSON.parse(body)), plans, mails);
      await markApplied(tx, event_id, clock.now());
    } catch (error) {
      // Any other error comes from the database. The event stays pending.
      if (!(error instanceof ZodError)) throw error;
      const [issue] = error.issues;
      const reason = `${issue?.path.join('.')}: ${issue?.message}`;
      await markFailed(tx, event_id, reason);
      warn({ event: event_id, error: reason });
    }
  }

  /** @returns whether an event was pending */
  function applyNext(): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const row = await lockNextPending(tx);
      if (row) await apply(tx, row);
      return row !== undefined;
    });
  }

  async function applyAll(): Promise<void> {
    while (await applyNext());
  }

  return {
    /**
     * Stores a delivery and applies it in the background. Discards events that we do not use, such as those with a
     * customer's name or address.
     * @param body the exact bytes that Paddle has signed
     * @throws AppError invalid_request if the body is not an event
     */
    async receive(body: Buffer): Promise<void> {
      const event = readEnvelope(body);
      if (!isRelevant(event)) return;
      const isNew = await db.transaction().execute((tx) => insertEvent(tx, event, body.toString('utf8'), clock.now()));
      // Not awaited. The next sweep applies what fails here.
      if (isNew) void this.applyPending().catch(() => undefined);
    },

    /**
     * Stores a snapshot of our own (`paddle-snapshots.ts`) and applies it before it returns, so that the learner need
     * not wait for Paddle's event. That event arrives later with the same state or a newer one.
     */
    applySnapshot(snapshot: Envelope): Promise<void> {
      const { event_id } = snapshot;
      const body = JSON.stringify(snapshot);
      return db.transaction().execute(async (tx) => {
        if (await insertEvent(tx, snapshot, body, clock.now())) await apply(tx, { event_id, body });
      });
    },

    /**
     * Recomputes the entitlements of a customer whose account has just become known. Call in the transaction that links
     * the customer to the account, after `lockCustomer`.
     */
    recomputeCustomer: (tx: Tx, customerId: string): Promise<void> => recomputeCustomer(tx, customerId, plans, mails),

    /** Applies all pending events. Concurrent calls on one node share one run. */
    applyPending(): Promise<void> {
      running ??= applyAll().finally(() => {
        running = null;
      });
      return running;
    },

    /**
     * Applies the whole ledger again in the order in which the events occurred.
     * @returns the number of events, and the subscriptions whose entitlement has changed
     */
    async replay(): Promise<{ events: number; changed: string[] }> {
      const before = await readSubscriptionEntitlements(db);
      let events = 0;
      let after: Parameters<typeof readLedger>[1] = null;
      for (;;) {
        const page = await readLedger(db, after, pageSize);
        for (const { body } of page) {
          const { data } = Envelope.safeParse(JSON.parse(body));
          if (data) await db.transaction().execute((tx) => applyEvent(tx, data, plans).catch(ignoreShape));
        }
        events += page.length;
        after = page.at(-1) ?? null;
        if (page.length < pageSize) break;
      }
      const now = await readSubscriptionEntitlements(db);
      const keys = new Set([...before.keys(), ...now.keys()]);
      return { events, changed: [...keys].filter((key) => before.get(key) !== now.get(key)) };
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

function readEnvelope(body: Buffer): Envelope {
  try {
    return Envelope.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw invalid({ body: 'The body is not a Paddle event.' });
  }
}

/** Ignores an event with an invalid shape: the ledger has it with its error. */
function ignoreShape(error: unknown): void {
  if (!(error instanceof ZodError)) throw error;
}
