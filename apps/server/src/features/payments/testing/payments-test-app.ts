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
import { createPaddleApi } from '../paddle/paddle-api.ts';
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
  /** Ledger of a second node with the same plans. */
  ledger: Ledger;
  /** Resolves when all pending events are applied. */
  applyPending(): Promise<void>;
  control: SandboxControl;
  /** Buys in the sandbox's checkout as its page does. @returns the payment's id */
  buy(order: Order): Promise<string>;
  /** Starts the delivery of the sandbox's events to the platform. */
  startDeliveries(): Promise<void>;
  stopDeliveries(): void;
  /** Resolves when every event that was sent has arrived. */
  waitForDeliveries(): Promise<void>;
}

/** Starts the platform and a sandbox of Paddle. The sandbox sends no events before `startDeliveries`. */
export async function createPaymentsTestApp(options: Partial<PaddleSandboxOptions> = {}): Promise<PaymentsTestApp> {
  const shopOrigin = 'http://127.0.0.1:8080';
  const { apiKey, clientToken, webhookSecret: secret } = testPaddle();
  const sandbox = createPaddleSandbox({
    ...{ apiKey, clientToken, shopOrigins: [shopOrigin], slowMs: 60_000 },
    ...options,
  });
  const url = await sandbox.listen();
  const paddle = testPaddle({ plans: sandboxPlans, local: { url, control: sandbox.controlUrl() } });
  const paddleApi = createPaddleApi(paddle, { warn: () => {}, retryPauseMs: 1 });
  const test = await createTestApp({ paddle }, { paddleApi });
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
    async applyPending() {
      const pending = () =>
        database.db.selectFrom('paddle_events').selectAll().where('applied_at', 'is', null).execute();
      // The platform applies events too. Each event is locked by one of them.
      while ((await pending()).length > 0) await ledger.applyPending();
    },
    control: createSandboxControl(url, sandbox.controlKey),
    async buy({ customerId, email = 'buyer@example.com', country = 'DE', priceId, card = 'succeeds' }) {
      const address = { countryCode: country };
      const checkout = {
        items: [{ price_id: priceId ?? prices.foundational.monthly, quantity: 1 }],
        customer: { ...(customerId ? { id: customerId } : { email }), address },
      };
      const fromMerchant = { origin: shopOrigin, authorization: `Bearer ${clientToken}` };
      const { id } = await post('/browser/checkouts', checkout, fromMerchant);
      const { view } = await post(`/checkout/${id}/pay`, { card, email }, { origin: url });
      return view.event.transaction_id;
    },
    async startDeliveries() {
      const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
      sandbox.setWebhook({ url: `${address}${webhookPath}`, secret });
    },
    stopDeliveries: () => sandbox.setWebhook(null),
    async waitForDeliveries() {
      await sandbox.idle();
      // Moves the platform's clock past the sandbox's, so that periods that have started there have started here too.
      clock.advance(Math.max(0, (Date.now() + 1_000 - clock.now().getTime()) / 1_000));
    },
    async close() {
      await sandbox.close();
      await test.close();
    },
  };
}
