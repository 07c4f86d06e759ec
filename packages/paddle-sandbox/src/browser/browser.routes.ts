import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { applyApiMode, isSame } from '../api/api.ts';
import { bodyOf, type Call, metaOf, param } from '../api/call.ts';
import { previewPrices } from '../api/catalogue.routes.ts';
import { items } from '../api/request-schemas.ts';
import { previewTransaction } from '../api/transactions.routes.ts';
import { confirm, openCheckout, pay, selectCheckout, setItems, setTaxRegion } from '../billing/checkouts.ts';
import { selectTransaction } from '../billing/transactions.ts';
import { isTestCard, type TestCardKey, testCards } from '../cards.ts';
import type { Context, Sign } from '../context.ts';
import { countryChoices, isCountry } from '../money/tax-regions.ts';
import { notFound, PaddleError } from '../paddle-error.ts';
import { customerOfToken } from '../portal-link.ts';
import { requireSameOrigin, sendPage } from '../request-guards.ts';
import type { Checkout } from '../sandbox-state.ts';
import { eventDataOf, viewOf } from './checkout-event.ts';
import { checkoutScript } from './checkout-script.ts';
import { html, pageOf } from './html.ts';
import { invoicePdf } from './invoice.ts';
import { paddleScript } from './paddle-script.ts';
import { style } from './sandbox-css.ts';

export interface BrowserOptions {
  context: Context;
  sign: Sign;
  clientToken: string;
  slowMs: number;
  shopOrigins: () => string[];
}

const openInput = z.strictObject({
  items: items.optional(),
  transaction_id: z.string().optional(),
  customer: z
    .object({
      id: z.string().optional(),
      email: z.email().optional(),
      address: z
        .object({
          id: z.string().optional(),
          countryCode: z.string().refine(isCountry, 'is not a country to which Paddle sells').optional(),
          postalCode: z.string().max(20).optional(),
        })
        .optional(),
    })
    .nullish(),
  customer_auth_token: z.string().optional(),
  custom_data: z.record(z.string(), z.unknown()).nullish(),
  theme: z.enum(['light', 'dark']).nullish(),
});

/** Returns a browser script: a call of a self-contained function's source text. */
const scriptOf = <T extends unknown[]>(run: (...given: T) => void, ...given: T): string =>
  `(${run.toString()})(${given.map((one) => JSON.stringify(one)).join(', ')});\n`;

/** Registers the routes for browsers: Paddle.js, its calls from the shop's pages, and the checkout page. */
export function browserRoutes(app: FastifyInstance, options: BrowserOptions): void {
  const { context, sign, shopOrigins } = options;
  const newCustomers = new Set<string>();

  app.get('/paddle.js', (_, reply) => {
    if (context.state.switches.script === 'fail') {
      throw new PaddleError(503, 'service_unavailable', 'The script is set to fail.');
    }
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-store');
    return scriptOf(paddleScript, context.publicUrl());
  });
  app.get('/checkout.js', (_, reply) => {
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-store');
    return scriptOf(checkoutScript);
  });
  app.get('/sandbox.css', (_, reply) => {
    reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'no-store');
    return style;
  });

  app.register(async (scope) => paddleScriptRoutes(scope, options, newCustomers));

  const checkoutOf = (call: Call) => selectCheckout(context, param(call, 'id'));
  app.get('/checkout/:id', (call: Call, reply) => {
    const checkout = checkoutOf(call);
    const isNewCustomer = newCustomers.delete(checkout.id);
    return sendPage(reply, checkoutPage(context, checkout, isNewCustomer), shopOrigins());
  });
  app.register(async (scope) => {
    scope.addHook('preHandler', async (request) => requireSameOrigin(request, context.publicUrl()));
    scope.post('/checkout/:id/view', (call: Call) => ({ view: viewOf(context, checkoutOf(call)) }));
    scope.post('/checkout/:id/place', (call: Call) => {
      const place = z.object({ country: z.string().refine(isCountry), postal_code: z.string().max(20) });
      const { country, postal_code } = bodyOf(place, call);
      const checkout = checkoutOf(call);
      setTaxRegion(context, checkout, { country, postalCode: postal_code || null });
      return { view: viewOf(context, checkout) };
    });
    scope.post('/checkout/:id/pay', (call: Call) => {
      const input = z.object({ card: z.custom<TestCardKey>(isTestCard, 'is not a test card'), email: z.email() });
      const checkout = checkoutOf(call);
      const result = pay(context, checkout, bodyOf(input, call));
      return { result, view: viewOf(context, checkout) };
    });
    scope.post('/checkout/:id/confirm', (call: Call) => {
      const checkout = checkoutOf(call);
      const result = confirm(context, checkout, bodyOf(z.object({ confirmed: z.boolean() }), call).confirmed);
      return { result, view: viewOf(context, checkout) };
    });
  });

  app.get('/invoices/:id/:signature', (call: Call, reply) => {
    const id = param(call, 'id');
    if (!isSame(param(call, 'signature'), `${sign(`invoice:${id}`)}.pdf`)) throw notFound(`Invoice of ${id}`);
    const transaction = selectTransaction(context, id);
    const disposition = call.query.disposition === 'inline' ? 'inline' : 'attachment';
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `${disposition}; filename="${transaction.invoice_number}.pdf"`);
    return reply.send(invoicePdf(transaction, context.state.customers[transaction.customer_id ?? '']));
  });
}

/** Renders the page in the overlay. Its script fetches the amounts, as it does after each change. */
function checkoutPage({ state }: Context, checkout: Checkout, isNewCustomer: boolean): string {
  const customer = state.customers[checkout.customerId ?? ''];
  const options = countryChoices.map(
    ({ code, name }) =>
      html`<option value="${code}"${code === checkout.country ? html` selected` : null}>${name}</option>`,
  );
  const cards = Object.entries(testCards).map(
    ([key, { label, last4 }], index) => html`<label>
<input type="radio" name="card" value="${key}"${index === 0 ? html` checked` : null}>
<span>${label}</span><span class="mono">•••• ${last4}</span></label>`,
  );
  const email = customer
    ? html`<p class="small muted">Receipt to <strong>${customer.email}</strong>
<input type="hidden" name="email" value="${customer.email}"></p>`
    : html`<div><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required></div>`;
  return pageOf(
    { title: 'Checkout', theme: checkout.theme, script: '/checkout.js' },
    html`<main class="narrow" data-shop="${checkout.shopOrigin}"${isNewCustomer ? html` data-new-customer="yes"` : null}>
<div class="card">
<div class="head"><h1>Checkout</h1><button type="button" class="plain" id="close" aria-label="Close the checkout">✕</button></div>
<form id="pay" class="fields">
${email}
<div class="pair">
<div><label for="country">Country</label><select id="country" name="country" autocomplete="country">${options}</select></div>
<div><label for="postal_code">Postcode</label>
<input id="postal_code" name="postal_code" type="text" autocomplete="postal-code" maxlength="20" value="${checkout.postalCode}"></div>
</div>
<fieldset class="cards"><legend>Test card</legend>${cards}</fieldset>
<dl class="sums" id="lines"></dl>
<dl class="sums">
<dt>Tax</dt><dd id="tax">…</dd>
<dt class="total">Due today</dt><dd class="total" id="total">…</dd>
</dl>
<p id="notice" class="notice" role="alert" tabindex="-1"></p>
<button class="primary" id="buy">Pay</button>
</form>
<section id="bank" hidden>
<h2 id="bank-title" tabindex="-1">Confirm with your bank</h2>
<p>Do you want to make this payment? This simulates the second step that some cards require.</p>
<div class="actions"><button type="button" class="primary" id="bank-yes">Yes, confirm</button>
<button type="button" id="bank-no">No, decline</button></div>
</section>
<section id="done" hidden>
<h2 id="done-title" tabindex="-1">Paid</h2>
<p class="notice good">The sandbox has recorded the payment. No money moved.</p>
<button type="button" class="primary" id="done-close">Close</button>
</section>
</div>
</main>`,
  );
}

/** Registers the endpoints for Paddle.js, which calls them from the shop's origin with the client-side token. */
function paddleScriptRoutes(app: FastifyInstance, options: BrowserOptions, newCustomers: Set<string>): void {
  const { context, sign, clientToken, slowMs, shopOrigins } = options;
  app.addHook('onRequest', async (request, reply) => {
    const origin = shopOriginOf(request, shopOrigins());
    reply
      .header('access-control-allow-origin', origin)
      .header('vary', 'origin')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '600');
    if (request.method === 'OPTIONS') return;
    await applyApiMode(context.state.switches.api, slowMs);
    const token = request.headers.authorization?.replace(/^bearer /i, '') ?? '';
    if (!isSame(token, clientToken)) throw new PaddleError(403, 'invalid_token', 'The client-side token is wrong.');
  });
  for (const path of ['pricing-preview', 'transaction-preview', 'checkouts', 'checkouts/:id/items']) {
    app.options(`/browser/${path}`, (_, reply) => reply.code(204).send());
  }
  app.post('/browser/pricing-preview', (call: Call) => ({ data: previewPrices(context, call), meta: metaOf(call) }));
  app.post('/browser/transaction-preview', (call: Call) => ({
    data: previewTransaction(context, call),
    meta: metaOf(call),
  }));
  app.post('/browser/checkouts', (call: Call) => {
    const { customer_auth_token, ...input } = bodyOf(openInput, call);
    const id = customer_auth_token ? customerOfToken(context, sign, customer_auth_token) : null;
    if (customer_auth_token && !id) throw new PaddleError(403, 'invalid_token', 'The customer token is not valid.');
    if (!input.items === !input.transaction_id) {
      throw new PaddleError(400, 'bad_request', 'A checkout needs either items or a transaction.');
    }
    const { checkout, isNewCustomer } = openCheckout(context, {
      shopOrigin: shopOriginOf(call, shopOrigins()),
      items: input.items,
      transactionId: input.transaction_id,
      customer: id ? { id } : (input.customer ?? undefined),
      customData: input.custom_data ?? null,
      theme: input.theme ?? null,
    });
    if (isNewCustomer) newCustomers.add(checkout.id);
    return { id: checkout.id };
  });
  app.post('/browser/checkouts/:id/items', (call: Call) => {
    const checkout = selectCheckout(context, param(call, 'id'));
    setItems(context, checkout, bodyOf(z.object({ items }), call).items);
    return { event: eventDataOf(context, checkout) };
  });
}

function shopOriginOf({ headers }: FastifyRequest, origins: string[]): string {
  const { origin = '' } = headers;
  if (origins.includes(origin)) return origin;
  throw new PaddleError(
    403,
    'forbidden',
    `${origin || 'A page without an origin'} is not an origin of this sandbox's shop.`,
  );
}
