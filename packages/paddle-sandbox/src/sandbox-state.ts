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

/** A paid part of the current billing period, for which a change of plan can give credit. */
export interface PaidPeriod {
  transactionId: string;
  /** The line of that transaction. */
  itemId: string;
  startsAt: string;
  endsAt: string;
}

/** Internal billing state of a subscription, which Paddle's API does not return. */
export interface Billing {
  paymentMethodId: string;
  paid: PaidPeriod[];
  /** Lines and credits that updates have added to the next bill. */
  nextBill: { lines: BillLine[]; credits: Credit[] };
  /** Set while a renewal could not be charged. */
  dunning: { since: string; transactionId: string; retries: number } | null;
  /** Set on the control page: the next charge fails with any card. */
  failNextCharge: boolean;
  /** Billing period at the end of the pause, from the request to pause. Absent for Paddle's default, a new period. */
  onResume?: OnResume;
}

export const resumeModes = ['start_new_billing_period', 'continue_existing_billing_period'] as const;
export type OnResume = (typeof resumeModes)[number];

/** A line of a bill. */
export interface BillLine {
  price: Price;
  quantity: number;
  taxRate: string;
  unit: Sum;
  sum: Sum;
  proration: Proration | null;
}

/** Credit of a change of plan for a paid line. */
export interface Credit {
  transactionId: string;
  itemId: string;
  sum: Sum;
  proration: Proration;
}

/** An open checkout in a browser. */
export interface Checkout {
  id: string;
  transactionId: string;
  /** Target origin of messages to the shop. */
  shopOrigin: string;
  customerId: string | null;
  country: string;
  postalCode: string | null;
  theme: 'light' | 'dark' | null;
  /** Card that awaits the buyer's confirmation. */
  confirming: TestCardKey | null;
}

/** The switches of the control page. */
export interface Switches {
  api: 'ok' | 'down' | 'slow' | '429';
  script: 'ok' | 'fail';
  disorder: boolean;
}

/** State that survives a restart. */
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
  /** Test card of each payment method. */
  cards: Record<string, TestCardKey>;
  transactions: Record<string, Transaction>;
  subscriptions: Record<string, Subscription>;
  billing: Record<string, Billing>;
  /** Credit balances in the minor unit, by `<customer>:<currency>`. */
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
  /** Resolves when all changes before the call are on the disk. */
  save(): Promise<void>;
}

/** Opens the state. @param path file of the state; null keeps it in memory */
export function openStore(path: string | null, seed: number): Store {
  return path ? openFileStore(path, seed) : { state: withOwnKeysOnly(emptyState(seed)), save: async () => {} };
}

function openFileStore(file: string, seed: number): Store {
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
    // Changes during a write are saved by the next one, which all waiting callers share.
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

/** Removes the prototypes of the tables, because ids come from requests and could be `constructor`. */
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

/** Replaces the file atomically: a reader sees either the old or the new state, even after a crash. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    // A leftover file of an earlier run can have another mode.
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
