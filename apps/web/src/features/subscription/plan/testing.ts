import type {
  OwnSubscription,
  PaddleSubscription,
  Plan,
  SubscriptionOverview,
  UpgradePreview,
} from '@hexpedition/contract';
import { vi } from 'vitest';

const price = (price_id: string, amount: number): Plan['monthly'] => ({
  price_id,
  currency: 'USD',
  details: { name: '', description: '', amount, trial: null },
});

/** Offer of the test shop: a year costs as much as ten months. */
export const offer: PaddleSubscription = {
  token: 'test_token',
  environment: 'sandbox',
  script: 'http://localhost:18091/paddle.js',
  products: {
    foundational: {
      name: 'Foundational',
      tier: 1,
      monthly: price('pri_fm', 1900),
      yearly: price('pri_fy', 19_000),
    },
    specialization: {
      name: 'Specialization',
      tier: 2,
      monthly: price('pri_sm', 3900),
      yearly: price('pri_sy', 39_000),
    },
  },
};

/** Builds a subscription as the API returns it. Default: Foundational, yearly, paid in Germany. */
export const buildSubscription = (changes: Partial<OwnSubscription> = {}): OwnSubscription => ({
  id: 'sub_1',
  plan: 'foundational',
  name: 'Foundational',
  tier: 1,
  cycle: 'yearly',
  billing_cycle: { interval: 'year', frequency: 1 },
  quantity: 1,
  discount: null,
  resume_charge: null,
  price_id: 'pri_fy',
  status: 'active',
  started_at: '2126-01-23T00:00:00.000Z',
  period_ends_at: '2127-01-23T00:00:00.000Z',
  renews_at: '2127-01-23T00:00:00.000Z',
  ends_at: null,
  grace_until: null,
  currency: 'EUR',
  amount: 6639,
  total: 7900,
  card: { type: 'visa', last4: '4242' },
  ...changes,
});

type Reason = SubscriptionOverview['reasons'][number];

export const reasonOf = (changes: Partial<Reason> = {}): Reason => ({
  source: 'subscription',
  tier: 1,
  from: '2026-01-23T00:00:00.000Z',
  until: '2127-01-23T00:00:00.000Z',
  reference: 'sub_1',
  state: 'current',
  ...changes,
});

/** Builds the account's subscription state. Default: none. */
export const buildSubscribed = (changes: Partial<SubscriptionOverview> = {}): SubscriptionOverview => ({
  subscription: null,
  country: null,
  reasons: [],
  sandbox: null,
  ...changes,
});

/** State of an account with `buildSubscription`. */
export const subscribed = (changes: Partial<OwnSubscription> = {}): SubscriptionOverview =>
  buildSubscribed({ subscription: buildSubscription(changes), country: 'DE', reasons: [reasonOf()] });

/** Preview of an upgrade from Foundational to Specialization, in the middle of the year. */
export const buildPreview = (changes: Partial<UpgradePreview> = {}): UpgradePreview => ({
  price_id: 'pri_sy',
  currency: 'EUR',
  lines: [
    { text: 'Specialization', from: '2126-11-22T00:00:00.000Z', until: '2127-01-23T00:00:00.000Z', total: 2582 },
    { text: 'Foundational, unused', from: '2126-11-22T00:00:00.000Z', until: '2127-01-23T00:00:00.000Z', total: -1342 },
  ],
  total: 1240,
  tax: 198,
  credit: 0,
  recurring: 15_200,
  renews_at: '2127-01-23T00:00:00.000Z',
  ...changes,
});

type Callback = (event: { name: string }) => void;

/**
 * Fakes Paddle's loaded script. `emit` fires a checkout event. Prices in Germany are the list prices in euro, including
 * 19% tax.
 */
export function fakePaddle() {
  let callback: Callback = () => undefined;
  const open = vi.fn((_: object) => callback({ name: 'checkout.loaded' }));
  const PricePreview = vi.fn(async ({ items }: { items: { priceId: string }[]; address?: object }) => ({
    data: {
      currencyCode: 'EUR',
      address: { countryCode: 'DE', postalCode: null },
      details: {
        lineItems: items.map(({ priceId }) => ({
          price: { id: priceId },
          totals: { tax: '1', total: { pri_fm: '790', pri_fy: '7900', pri_sm: '1520', pri_sy: '15200' }[priceId] },
        })),
      },
    },
  }));
  const Initialize = vi.fn();
  vi.stubGlobal('PaddleBillingV1', {
    Initialized: false,
    Initialize,
    Environment: { set: vi.fn() },
    Update: ({ eventCallback }: { eventCallback: Callback }) => {
      callback = eventCallback;
    },
    Checkout: { open, close: () => callback({ name: 'checkout.closed' }) },
    PricePreview,
  });
  return { open, Initialize, PricePreview, emit: (name: string) => callback({ name }) };
}
