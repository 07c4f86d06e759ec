import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TestCardKey } from './cards.ts';
import type { Sum } from './money/totals.ts';
import type {
  Address,
  Adjustment,
  Customer,
  Notification,
  NotificationLog,
  NotificationSetting,
  PaddleEvent,
  PaymentMethod,
  Price,
  Proration,
  Subscription,
  Transaction,
} from './shapes.ts';

/** A part of the present billing period that was paid for: what a change of plan can give back. */
export interface PaidStretch {
  transactionId: string;
  /** The line of that transaction. */
  itemId: string;
  startsAt: string;
  endsAt: string;
}

/** What the sandbox knows of a subscription and Paddle does not tell. */
export interface Billing {
  paymentMethodId: string;
  paid: PaidStretch[];
  /** What updates have put on the next bill. */
  nextBill: { lines: BillLine[]; credits: Credit[] };
  /** A renewal that could not be charged. */
  dunning: { since: string; transactionId: string; retries: number } | null;
  /** Set by hand: the next charge fails, whatever the card is. */
  failNextCharge: boolean;
}

/** A line of a bill. */
export interface BillLine {
  price: Price;
  quantity: number;
  taxRate: string;
  unit: Sum;
  sum: Sum;
  proration: Proration | null;
}

/** What a change of plan gives back of a line that was paid. */
export interface Credit {
  transactionId: string;
  itemId: string;
  sum: Sum;
  proration: Proration;
}

/** One opening of the checkout in a browser. */
export interface Checkout {
  id: string;
  transactionId: string;
  /** Where messages to the shop go. */
  shopOrigin: string;
  customerId: string | null;
  country: string;
  postalCode: string | null;
  theme: 'light' | 'dark' | null;
  /** The card that waits for the buyer's confirmation. */
  confirming: TestCardKey | null;
}

/** The switches of the control page. */
export interface Switches {
  api: 'ok' | 'down' | 'slow' | '429';
  script: 'ok' | 'fail';
  disorder: boolean;
}

/** Everything that outlives a restart. */
export interface State {
  version: 1;
  /** Signs links of the portal and of invoices. */
  secret: string;
  random: number;
  lastIdAt: number;
  idCount: number;
  invoiceCount: number;
  lastEventAt: number;
  customers: Record<string, Customer>;
  addresses: Record<string, Address>;
  paymentMethods: Record<string, PaymentMethod>;
  /** Which test card a payment method is. */
  cards: Record<string, TestCardKey>;
  transactions: Record<string, Transaction>;
  subscriptions: Record<string, Subscription>;
  billing: Record<string, Billing>;
  /** Credit of a customer, by `<customer>:<currency>`, in the minor unit. */
  balances: Record<string, { available: number; used: number }>;
  adjustments: Record<string, Adjustment>;
  checkouts: Record<string, Checkout>;
  events: Record<string, PaddleEvent>;
  notifications: Record<string, Notification>;
  logs: Record<string, NotificationLog[]>;
  settings: Record<string, NotificationSetting>;
  switches: Switches;
}

function emptyState(seed: number): State {
  return {
    version: 1,
    secret: randomBytes(24).toString('base64url'),
    random: seed,
    lastIdAt: 0,
    idCount: 0,
    invoiceCount: 0,
    lastEventAt: 0,
    customers: {},
    addresses: {},
    paymentMethods: {},
    cards: {},
    transactions: {},
    subscriptions: {},
    billing: {},
    balances: {},
    adjustments: {},
    checkouts: {},
    events: {},
    notifications: {},
    logs: {},
    settings: {},
    switches: { api: 'ok', script: 'ok', disorder: false },
  };
}

export interface Store {
  state: State;
  /** Resolves once everything that has changed before the call is on the disk. */
  save(): Promise<void>;
}

/** @param path where the state is kept; null keeps it in memory alone */
export function openStore(path: string | null, seed: number): Store {
  return path ? storeIn(path, seed) : { state: withOwnKeysOnly(emptyState(seed)), save: async () => {} };
}

function storeIn(file: string, seed: number): Store {
  mkdirSync(dirname(file), { recursive: true });
  const state = withOwnKeysOnly(readState(file) ?? emptyState(seed));
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  function save(): Promise<void> {
    if (!writing) {
      writing = writeAtomically(file, JSON.stringify(state)).finally(() => {
        writing = null;
      });
      return writing;
    }
    // What changes during a write is in the next one, and all who wait share it.
    next ??= writing
      .catch(() => {})
      .then(() => {
        next = null;
        return save();
      });
    return next;
  }
  return { state, save };
}

/** Ids come from outside, and one of them may be `constructor`: a table finds only what was put into it. */
function withOwnKeysOnly(state: State): State {
  for (const table of Object.values(state)) if (typeof table === 'object') Object.setPrototypeOf(table, null);
  return state;
}

function readState(file: string): State | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const state = JSON.parse(text) as State;
  if (state.version !== 1) throw new Error(`${file} was written by another version of the Paddle sandbox. Delete it.`);
  return state;
}

/** Whoever reads the file sees the old state or the new one, also after the process was killed in between. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    // A draft that was left over from an earlier run may have another mode.
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
