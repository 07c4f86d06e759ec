import {
  createPaddleSandbox,
  createSandboxControl,
  type PaddleSandboxOptions,
  type SandboxControl,
} from '@hexpedition/paddle-sandbox';
import type { PaddleConfig } from '#platform/config';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createLedger, type Ledger } from '../ledger/ledger.service.ts';
import { webhookPath } from '../ledger/webhook.routes.ts';
import { sandboxPlans } from '../plans.ts';
import { testPaddle } from './subscription-model.ts';

/** Ids of the sandbox's prices. */
export const prices = Object.fromEntries(
  sandboxPlans.map(({ name, prices: { monthly, yearly } }) => [name, { monthly, yearly }]),
) as Record<'foundational' | 'specialization', { monthly: string; yearly: string }>;

interface Order {
  customerId?: string;
  email?: string;
  country?: string;
  priceId?: string;
  card?: 'succeeds' | 'declined' | 'fails_later';
}

export interface PaymentsTestApp extends TestApp {
  paddle: PaddleConfig;
  /** Another node's, which sells the same. */
  ledger: Ledger;
  /** Resolves when all that has come is applied. */
  work(): Promise<void>;
  control: SandboxControl;
  /** Buys in the sandbox's checkout, as its page does. @returns the payment's id */
  buy(order: Order): Promise<string>;
  /** From now on the sandbox tells the platform what happens. */
  deliver(): Promise<void>;
  stopDelivering(): void;
  /** Resolves when every event that was sent has arrived. */
  settled(): Promise<void>;
}

/** The platform beside a sandbox of Paddle. The sandbox tells it nothing before `deliver`. */
export async function createPaymentsTestApp(options: Partial<PaddleSandboxOptions> = {}): Promise<PaymentsTestApp> {
  const shopOrigin = 'http://127.0.0.1:8080';
  const { apiKey, clientToken, webhookSecret: secret } = testPaddle();
  const sandbox = createPaddleSandbox({
    ...{ apiKey, clientToken, shopOrigins: [shopOrigin], slowMs: 60_000 },
    ...options,
  });
  const url = await sandbox.listen();
  const paddle = testPaddle({ plans: sandboxPlans, local: { url, control: sandbox.controlUrl() } });
  const test = await createTestApp({ paddle });
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; result: string; view: { event: { transaction_id: string } } };
  };
  const { database, clock } = test;
  const ledger = createLedger({ db: database.db, clock, plans: sandboxPlans, warn: () => {} });
  return {
    ...test,
    paddle,
    ledger,
    async work() {
      const waiting = () =>
        database.db.selectFrom('paddle_events').selectAll().where('applied_at', 'is', null).execute();
      // The platform is at work on them too, and neither takes what the other one has.
      while ((await waiting()).length > 0) await ledger.applyPending();
    },
    control: createSandboxControl(url, sandbox.controlKey),
    async buy({ customerId, email = 'buyer@example.com', country = 'DE', priceId, card = 'succeeds' }) {
      const address = { countryCode: country };
      const opening = {
        items: [{ price_id: priceId ?? prices.foundational.monthly, quantity: 1 }],
        customer: { ...(customerId ? { id: customerId } : { email }), address },
      };
      const fromShop = { origin: shopOrigin, authorization: `Bearer ${clientToken}` };
      const { id } = await post('/browser/checkouts', opening, fromShop);
      const { view } = await post(`/checkout/${id}/pay`, { card, email }, { origin: url });
      return view.event.transaction_id;
    },
    async deliver() {
      const at = await test.app.listen({ host: '127.0.0.1', port: 0 });
      sandbox.setWebhook({ url: `${at}${webhookPath}`, secret });
    },
    stopDelivering: () => sandbox.setWebhook(null),
    async settled() {
      await sandbox.idle();
      // What has begun by the sandbox's clock has begun by the platform's.
      clock.advance(Math.max(0, (Date.now() + 1_000 - clock.now().getTime()) / 1_000));
    },
    async close() {
      await sandbox.close();
      await test.close();
    },
  };
}
