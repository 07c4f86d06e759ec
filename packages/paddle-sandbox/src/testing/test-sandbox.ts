import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandboxControl, type SandboxControl } from '../control/client.ts';
import { createWebhookSecret } from '../events/signature.ts';
import { createPaddleSandbox, type PaddleSandbox, type PaddleSandboxOptions } from '../sandbox.ts';

/** Shared helpers of this package's tests. */

export interface ReceivedWebhook {
  body: string;
  signature: string;
  event: { event_id: string; event_type: string; occurred_at: string; data: Record<string, unknown> };
}

export interface TestShop {
  url: string;
  secret: string;
  /** Received webhooks in the order of arrival. */
  received: ReceivedWebhook[];
  types(): string[];
  /** Status of the shop's following answers. */
  answerWith(code: () => number): void;
  close(): Promise<void>;
}

/** Starts a shop that only records webhooks. */
export async function startShop(): Promise<TestShop> {
  const received: ReceivedWebhook[] = [];
  let code = () => 200;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ body, signature: String(request.headers['paddle-signature']), event: JSON.parse(body) });
      response.statusCode = code();
      response.end('noted');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    secret: createWebhookSecret(),
    received,
    types: () => received.map(({ event }) => event.event_type),
    answerWith(given) {
      code = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const apiKey = 'pdl_sdbx_apikey_01testtesttesttesttesttest_abcdefghijklmnopqrstuv_AAA';
export const clientToken = 'test_0123456789abcdef0123456789a';

export interface TestSandbox {
  sandbox: PaddleSandbox;
  url: string;
  apiKey: string;
  shop: TestShop;
  control: SandboxControl;
  /** Buys in the checkout as its page does. @returns the result of the last step, and the transaction */
  buy(order: Order): Promise<TestPurchase>;
  close(): Promise<void>;
}

interface Order {
  priceId?: string;
  transactionId?: string;
  customer?: object;
  customerToken?: string;
  card?: string;
  confirmed?: boolean;
  customData?: object;
}

export interface TestPurchase {
  result: string;
  transactionId: string;
  checkoutId: string;
}

/** Price ids of the catalogue. */
export const prices = {
  foundationalMonthly: 'pri_01foundationalmonth0000000',
  foundationalYearly: 'pri_01foundationalyear00000000',
  specializationMonthly: 'pri_01specializationmonth00000',
  specializationYearly: 'pri_01specializationyear000000',
};

export async function startSandbox(given: Partial<PaddleSandboxOptions> = {}): Promise<TestSandbox> {
  const shop = await startShop();
  const sandbox = createPaddleSandbox({
    apiKey,
    clientToken,
    webhook: { url: `${shop.url}/webhook`, secret: shop.secret },
    seed: 7,
    ...given,
    shopOrigins: [shop.url, ...(given.shopOrigins ?? [])],
  });
  const url = await sandbox.listen();
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    sandbox,
    url,
    apiKey,
    shop,
    control: createSandboxControl(url, sandbox.controlKey),
    async buy({ priceId, transactionId, card = 'succeeds', ...order }) {
      const customer = order.customerToken ? undefined : (order.customer ?? { email: 'ada@example.com' });
      const shopHeaders = { origin: shop.url, authorization: `Bearer ${clientToken}` };
      const items = priceId ? [{ price_id: priceId, quantity: 1 }] : undefined;
      const named = { customer, customer_auth_token: order.customerToken };
      const opening = { items, transaction_id: transactionId, ...named, custom_data: order.customData };
      const { id } = await post('/browser/checkouts', opening, shopHeaders);
      const own = { origin: url };
      let answer = await post(`/checkout/${id}/pay`, { card, email: 'ada@example.com' }, own);
      if (answer.result === 'confirm' && order.confirmed !== undefined) {
        answer = await post(`/checkout/${id}/confirm`, { confirmed: order.confirmed }, own);
      }
      const view = answer.view as { event: { transaction_id: string } };
      return { result: String(answer.result), transactionId: view.event.transaction_id, checkoutId: String(id) };
    },
    async close() {
      await sandbox.close();
      await shop.close();
    },
  };
}
