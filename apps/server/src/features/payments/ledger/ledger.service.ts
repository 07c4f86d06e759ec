import { ZodError } from 'zod';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { invalid } from '#platform/errors';
import type { PaymentMails } from '../mails/payment-mails.ts';
import type { Plans } from '../plans.ts';
import { applyEvent, settleCustomer } from './apply-event.ts';
import { concernsUs, Envelope } from './events.ts';
import { readGiven } from './payments.read-model.ts';
import { insertEvent, markApplied, markFaulty, readLedger, takeWaiting } from './payments.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  plans: Plans;
  /** Tells buyers of what has happened; left out where nobody is told. */
  mails?: PaymentMails;
  /** Told of events that are not as Paddle describes them: the id and what is wrong, nothing of what they hold. */
  warn: (fault: { event: string; fault: string }) => void;
}

const pageSize = 200;

/**
 * The ledger: every event that Paddle has sent, as it came, and what we have read by ourselves. Its rows are the queue as
 * well: an event that is not applied yet waits in the same row, so that nothing is lost when a process dies between receipt
 * and work.
 */
export function createLedger({ db, clock, plans, mails, warn }: Deps) {
  let working: Promise<void> | null = null;

  /** Does what a row of the ledger says, or marks it as one that says nothing. */
  async function apply(tx: Tx, { event_id, body }: { event_id: string; body: string }): Promise<void> {
    try {
      await applyEvent(tx, Envelope.parse(JSON.parse(body)), plans, mails);
      await markApplied(tx, event_id, clock.now());
    } catch (error) {
      // Anything else is the database's fault, and the event waits on.
      if (!(error instanceof ZodError)) throw error;
      const [issue] = error.issues;
      const fault = `${issue?.path.join('.')}: ${issue?.message}`;
      await markFaulty(tx, event_id, fault);
      warn({ event: event_id, fault });
    }
  }

  /** @returns whether there was one */
  function applyNext(): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const row = await takeWaiting(tx);
      if (row) await apply(tx, row);
      return row !== undefined;
    });
  }

  async function work(): Promise<void> {
    while (await applyNext());
  }

  return {
    /**
     * Takes in a delivery; what it says is done afterwards. One that concerns nothing of ours, such as a buyer's name or
     * address, is not kept.
     * @param body exactly the bytes that came, and that Paddle has signed
     * @throws AppError invalid_request for one that is no event
     */
    async receive(body: Buffer): Promise<void> {
      const event = readEnvelope(body);
      if (!concernsUs(event)) return;
      const isNew = await db.transaction().execute((tx) => insertEvent(tx, event, body.toString('utf8'), clock.now()));
      // Nobody waits for it. What fails is done by the next sweep.
      if (isNew) void this.work().catch(() => undefined);
    },

    /**
     * Takes in what a call of ours has read (`readings.ts`), and does what it says before it returns: whoever has
     * clicked need not wait for Paddle's own event. That one comes later and says the same, or something newer.
     */
    take(reading: Envelope): Promise<void> {
      const { event_id } = reading;
      const body = JSON.stringify(reading);
      return db.transaction().execute(async (tx) => {
        if (await insertEvent(tx, reading, body, clock.now())) await apply(tx, { event_id, body });
      });
    },

    /**
     * Gives what has waited for somebody to be known as a customer. In the transaction that says whose customer it is,
     * and that holds `lockCustomer` since before.
     */
    settleCustomer: (tx: Tx, customerId: string): Promise<void> => settleCustomer(tx, customerId, plans, mails),

    /** Applies what waits, on this node by one at a time. */
    work(): Promise<void> {
      working ??= work().finally(() => {
        working = null;
      });
      return working;
    },

    /**
     * Applies the whole ledger once more, in the order in which it happened.
     * @returns how many events there are, and for which subscriptions something else came out than before
     */
    async replay(): Promise<{ events: number; changed: string[] }> {
      const before = await readGiven(db);
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
      const now = await readGiven(db);
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
    throw invalid({ body: 'This is no event of Paddle’s.' });
  }
}

/** It is in the ledger with its fault. */
function ignoreShape(error: unknown): void {
  if (!(error instanceof ZodError)) throw error;
}
