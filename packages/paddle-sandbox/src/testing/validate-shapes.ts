import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { eventTypes } from '../shapes.ts';
import { apiKey, prices, startSandbox, type TestSandbox } from './test-sandbox.ts';

/** Runs every call and event of the sandbox, and validates each answer against an OpenAPI document. */

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Name an OpenAPI document of Paddle: validate-shapes.mjs <file>');
  process.exit(2);
}

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
}

const openapi = JSON.parse(readFileSync(file, 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
ajv.addSchema(openapi, 'paddle');

const counts = new Map<string, number>();
const mismatches: string[] = [];
const compiled = new Map<string, ValidateFunction>();

/** @param pointer path of the schema in the document */
function hold(name: string, pointer: string[], value: unknown): void {
  const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = compiled.get(path) ?? ajv.compile({ $ref: `paddle#/${path}` });
  compiled.set(path, validate);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (validate(value)) return;
  for (const { instancePath, message, params } of validate.errors ?? []) {
    mismatches.push(`${name} ${instancePath} ${message} ${JSON.stringify(params)}`);
  }
}

/** Unsupported parts, which the README lists. */
const leftOut =
  /business|discount|simulation|report|-charge$|revise|credit-note|^(create|update)-(product|price)$|list-ips|get-ip/;

const driven = new Set<string>();

function operationOf(method: string, path: string): { template: string; operation: Operation } | undefined {
  const parts = path.split('/');
  for (const [template, operations] of Object.entries(openapi.paths)) {
    const names = template.split('/');
    const operation = operations[method.toLowerCase()];
    const fits = names.length === parts.length && names.every((name, at) => name === parts[at] || name.startsWith('{'));
    // A literal segment takes precedence over a placeholder. The document has both.
    const isExact = !names.some((name, at) => name.startsWith('{') && parts[at] === 'preview');
    if (fits && isExact && operation) return { template, operation };
  }
  return undefined;
}

const test = await startSandbox({ delivery: { retryDelaysMs: [5] } });

type Json = Record<string, unknown> & { id: string };

/** Calls the API and validates the answer against the document. @returns its `data` */
async function call(
  method: string,
  path: string,
  body?: object,
  status = method === 'POST' ? 201 : 200,
): Promise<Json> {
  const response = await fetch(`${test.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : undefined;
  const [bare = ''] = path.split('?');
  if (response.status !== status) {
    mismatches.push(`${method} ${path} answered ${response.status} instead of ${status}: ${text.slice(0, 300)}`);
  }
  const found = operationOf(method, bare);
  if (response.status >= 400) {
    const name = `error ${answer.error.code}`;
    hold(name, ['components', 'schemas', 'error'], answer);
    if (found && bare.endsWith('/activate')) driven.add(found.operation.operationId);
    return answer.error;
  }
  if (!found) throw new Error(`The document has no ${method} ${bare}.`);
  const { template, operation } = found;
  driven.add(operation.operationId);
  const name = `${operation.operationId} ${response.status}`;
  if (!(String(response.status) in operation.responses)) mismatches.push(`${name} is not a status of the document`);
  if (text) {
    const content = ['responses', String(response.status), 'content', 'application/json', 'schema'];
    hold(name, ['paths', template, method.toLowerCase(), ...content], answer);
  } else counts.set(name, (counts.get(name) ?? 0) + 1);
  return answer?.data;
}

/** Validates a list and each of its pages. */
async function list(path: string): Promise<Json[]> {
  await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=2&order_by=id[ASC]`);
  return (await call('GET', path)) as unknown as Json[];
}

async function catalogue(): Promise<void> {
  for (const product of await list('/products?include=prices')) await call('GET', `/products/${product.id}`);
  for (const price of await list('/prices?include=product')) await call('GET', `/prices/${price.id}`);
  await call('GET', '/products/pro_01nothing', undefined, 404);
  for (const country of ['US', 'DE', 'GB', 'JP', 'CH', 'AU', 'BR']) {
    const address = { country_code: country, postal_code: country === 'US' ? '10001' : null };
    const items = Object.values(prices).map((price_id) => ({ price_id, quantity: 1 }));
    await call('POST', '/pricing-preview', { items, address }, 200);
    await call('POST', '/transactions/preview', { items: items.slice(0, 1), address }, 200);
  }
  await call('POST', '/pricing-preview', { items: [] }, 400);
  await call('POST', '/pricing-preview', { items: [{ price_id: 'pri_x', quantity: 1 }] }, 400);
}

async function customers(): Promise<Json> {
  const customer = await call('POST', '/customers', { email: 'grace@example.com', name: 'Grace' });
  await call('POST', '/customers', { email: 'grace@example.com' }, 409);
  await call('POST', '/customers', { email: 'no', colour: 'blue' }, 400);
  await call('PATCH', `/customers/${customer.id}`, { name: 'Grace H.', custom_data: { pk: 7 } });
  await call('GET', `/customers/${customer.id}`);
  await list('/customers?email=grace@example.com');
  const path = `/customers/${customer.id}/addresses`;
  const address = await call('POST', path, { country_code: 'GB', postal_code: 'SW1A 1AA' });
  await call('POST', path, { country_code: 'KP' }, 400);
  await call('PATCH', `${path}/${address.id}`, { city: 'London' });
  await call('GET', `${path}/${address.id}`);
  await list(path);
  await call('POST', `/customers/${customer.id}/auth-token`, undefined, 200);
  const items = [{ price_id: prices.specializationYearly, quantity: 1 }];
  const ready = { items, customer_id: customer.id, address_id: address.id };
  const transaction = await call('POST', '/transactions?include=customer,address', ready);
  await call('PATCH', `/transactions/${transaction.id}`, { custom_data: { pk: 7 } });
  await call('PATCH', `/transactions/${transaction.id}`, { status: 'canceled' });
  await call('PATCH', `/transactions/${transaction.id}`, { custom_data: null }, 400);
  await call('GET', `/transactions/${transaction.id}/invoice`, undefined, 404);
  await call('POST', '/transactions', { items });
  return customer;
}

interface SandboxIds {
  id: string;
  customerId: string;
  transactionId: string;
}

let buyers = 0;
async function subscribe(card: string, priceId: string, countryCode = 'DE'): Promise<SandboxIds> {
  buyers += 1;
  const customer = { email: `buyer${buyers}@example.com`, address: { countryCode, postalCode: '10001' } };
  const order = { priceId, card, customer, confirmed: true, customData: { pk: buyers } };
  const { transactionId } = await test.buy(order);
  const transaction = await call('GET', `/transactions/${transactionId}?include=customer,address,adjustments_totals`);
  return { id: String(transaction.subscription_id), customerId: String(transaction.customer_id), transactionId };
}

async function subscriptions(): Promise<void> {
  const include = 'include=next_transaction,recurring_transaction_details';
  const to = (price_id: string, proration_billing_mode: string) => ({
    items: [{ price_id, quantity: 1 }],
    proration_billing_mode,
  });
  const modes = ['prorated_immediately', 'prorated_next_billing_period', 'full_immediately'];
  modes.push('full_next_billing_period', 'do_not_bill');
  for (const country of ['DE', 'US', 'JP']) {
    for (const mode of modes) {
      const { id, customerId } = await subscribe('confirm', prices.foundationalMonthly, country);
      const path = `/subscriptions/${id}`;
      await test.control.advanceTime('week');
      for (const price of [prices.specializationMonthly, prices.foundationalYearly]) {
        await call('PATCH', `${path}/preview`, to(price, mode));
        await call('PATCH', path, to(price, mode));
        await call('GET', `${path}?${include}`);
      }
      await call('PATCH', path, to(prices.foundationalMonthly, mode));
      await call('GET', `/customers/${customerId}/credit-balances`);
      await test.control.advanceTime('month');
      await call('GET', `${path}?${include}`);
      await call('POST', `${path}/cancel`, { effective_from: 'immediately' }, 200);
    }
  }
  const { id, customerId } = await subscribe('succeeds', prices.foundationalYearly);
  const path = `/subscriptions/${id}`;
  await call('POST', `${path}/activate`, undefined, 400);
  await call('PATCH', path, { items: [{ price_id: prices.foundationalMonthly, quantity: 1 }] }, 400);
  await call('PATCH', `${path}/preview`, { custom_data: { pk: 1 } });
  await call('PATCH', path, { custom_data: { pk: 1 } });
  await call('PATCH', path, { next_billed_at: new Date(Date.now() + 86_400_000).toISOString() });
  await call('POST', `${path}/cancel`, { effective_from: 'next_billing_period' }, 200);
  await call('POST', `${path}/cancel`, {}, 400);
  await call('GET', `${path}?${include}`);
  await call('PATCH', path, { scheduled_change: null });
  await call('POST', `${path}/pause`, {}, 200);
  await call('PATCH', path, { scheduled_change: null });
  await call('POST', `${path}/pause`, { effective_from: 'immediately' }, 200);
  await call('GET', `${path}?${include}`);
  await call('POST', `${path}/resume`, { effective_from: 'immediately' }, 200);
  await call('POST', `${path}/resume`, {}, 400);
  const continued = { effective_from: 'immediately', on_resume: 'continue_existing_billing_period' };
  await call('POST', `${path}/pause`, { effective_from: 'immediately' }, 200);
  await call('POST', `${path}/resume`, continued, 200);
  await call('POST', `/customers/${customerId}/portal-sessions`, { subscription_ids: [id] });
  await call('POST', `/customers/${customerId}/portal-sessions`);
  const change = await call('GET', `${path}/update-payment-method-transaction`);
  await test.buy({ transactionId: change.id });
  await call('POST', `${path}/cancel`, { effective_from: 'next_billing_period' }, 200);
  await test.control.advanceTime('year');
  await call('PATCH', path, { custom_data: null }, 400);
  await call('POST', `${path}/cancel`, {}, 400);
  await list('/subscriptions?status=active,canceled');
  for (const method of await list(`/customers/${customerId}/payment-methods`)) {
    await call('GET', `/customers/${customerId}/payment-methods/${method.id}`);
    await call('DELETE', `/customers/${customerId}/payment-methods/${method.id}`, undefined, 204);
  }
}

async function failures(): Promise<void> {
  await test.buy({ priceId: prices.foundationalMonthly, card: 'declined', customer: { email: 'late@example.com' } });
  await test.buy({ priceId: prices.foundationalMonthly, card: 'confirm', confirmed: false });
  const recovered = await subscribe('fails_later', prices.foundationalMonthly, 'US');
  const lost = await subscribe('fails_later', prices.specializationMonthly, 'GB');
  const path = `/subscriptions/${recovered.id}`;
  const change = { items: [{ price_id: prices.specializationMonthly, quantity: 1 }] };
  const now = { ...change, proration_billing_mode: 'prorated_immediately' };
  await call('PATCH', path, now, 400);
  await test.control.advanceTime('month');
  await call('PATCH', path, now, 400);
  await call('GET', path);
  const due = await call('GET', `${path}/update-payment-method-transaction`);
  await test.buy({ transactionId: due.id });
  await call('GET', path);
  await test.control.failNextCharge(recovered.id);
  await call('PATCH', path, { ...now, on_payment_failure: 'apply_change' });
  await test.control.advanceTime('week');
  await test.control.advanceTime('month');
  await call('GET', `/subscriptions/${lost.id}`);
  await list(`/transactions?subscription_id=${lost.id}&include=adjustments_totals,available_payment_methods`);
}

async function adjustments(): Promise<void> {
  const { transactionId } = await subscribe('succeeds', prices.specializationMonthly, 'US');
  await call('GET', `/transactions/${transactionId}/invoice`);
  const transaction = await call('GET', `/transactions/${transactionId}`);
  const { line_items } = transaction.details as { line_items: Json[] };
  const items = line_items.map(({ id }) => ({ item_id: id, type: 'partial', amount: '700' }));
  const refund = { action: 'refund', reason: 'asked for it', transaction_id: transactionId };
  await call('POST', '/adjustments', { ...refund, items });
  await call('POST', '/adjustments', { ...refund, type: 'full' });
  await call('POST', '/adjustments', { ...refund, type: 'full' }, 400);
  await call('POST', '/adjustments', { ...refund, action: 'credit', type: 'full' }, 400);
  await test.control.advanceTime('day');
  await call('GET', `/transactions/${transactionId}?include=adjustments,adjustments_totals`);
  const failing = await subscribe('fails_later', prices.foundationalMonthly, 'JP');
  await test.control.advanceTime('next_billing');
  const due = await call('GET', `/subscriptions/${failing.id}/update-payment-method-transaction`);
  const credit = { action: 'credit', type: 'full', reason: 'sorry', transaction_id: due.id };
  if (due.status === 'past_due') await call('POST', '/adjustments', credit);
  const { adjustmentId } = await test.control.refund(failing.transactionId);
  await list(`/adjustments?id=${adjustmentId}`);
  await list('/adjustments');
}

async function notifications(): Promise<void> {
  await call('GET', '/event-types');
  await list('/events');
  const path = '/notification-settings';
  const setting = { description: 'Another', type: 'url', destination: `${test.shop.url}/other` };
  const created = await call('POST', path, { ...setting, subscribed_events: ['customer.created'] });
  await call('POST', path, { ...setting, subscribed_events: ['weather.changed'] }, 400);
  await call('PATCH', `${path}/${created.id}`, { active: false });
  await call('GET', `${path}/${created.id}`);
  await list(path);
  await call('DELETE', `${path}/${created.id}`, undefined, 204);
  await test.sandbox.idle(30_000);
  const [first] = await list('/notifications?status=delivered');
  await call('GET', `/notifications/${first?.id}`);
  await list(`/notifications/${first?.id}/logs`);
  const replayed = await call('POST', `/notifications/${first?.id}/replay`, undefined, 202);
  await call('POST', `/notifications/${replayed.notification_id}/replay`, undefined, 400);
  await test.sandbox.idle(30_000);
}

async function refusals(sandbox: TestSandbox): Promise<void> {
  for (const mode of ['down', '429'] as const) {
    await sandbox.control.setApi(mode);
    await call('GET', '/products', undefined, mode === 'down' ? 503 : 429);
  }
  await sandbox.control.setApi('ok');
  const keys: Record<string, string>[] = [{}, { authorization: 'nonsense' }, { authorization: 'Bearer wrong' }];
  for (const headers of keys) {
    const answer = await (await fetch(`${sandbox.url}/products`, { headers })).json();
    hold(`error ${answer.error.code}`, ['components', 'schemas', 'error'], answer);
  }
  await call('GET', '/nothing/here', undefined, 404);
}

// The shop rejects some deliveries, so that the lists contain retries.
let calls = 0;
test.shop.answerWith(() => (calls++ % 40 === 0 ? 500 : 200));
try {
  await catalogue();
  const customer = await customers();
  await subscriptions();
  await failures();
  await adjustments();
  await call('GET', `/customers/${customer.id}/payment-methods`);
  await list('/transactions');
  await notifications();
  await refusals(test);
} finally {
  await test.close();
}

const seen = new Set<string>();
for (const { event } of test.shop.received) {
  seen.add(event.event_type);
  const content = ['requestBody', 'content', 'application/json', 'schema'];
  hold(`webhook ${event.event_type}`, ['webhooks', event.event_type, 'post', ...content], event);
}
for (const type of eventTypes) if (!seen.has(type)) mismatches.push(`${type} was never sent`);
for (const operations of Object.values(openapi.paths)) {
  for (const { operationId } of Object.values(operations)) {
    if (operationId && !leftOut.test(operationId) && !driven.has(operationId)) {
      mismatches.push(`${operationId} was never called`);
    }
  }
}

const rows = [...counts].sort(([a], [b]) => a.localeCompare(b));
for (const [name, count] of rows) console.warn(`${String(count).padStart(6)}  ${name}`);
const total = rows.reduce((all, [, count]) => all + count, 0);
console.warn(`${total} bodies of ${rows.length} kinds, ${mismatches.length} mismatches`);
for (const mismatch of new Set(mismatches)) console.error(mismatch);
process.exitCode = mismatches.length > 0 ? 1 : 0;
