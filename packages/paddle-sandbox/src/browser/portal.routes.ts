import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isSame } from '../api/api.ts';
import { bodyOf, type Call, param } from '../api/call.ts';
import { cancel, unschedule } from '../billing/cancel-and-pause.ts';
import { changeCard } from '../billing/charges.ts';
import { selectCustomer } from '../billing/customers.ts';
import { billingOf } from '../billing/item-change-plan.ts';
import { selectSubscription } from '../billing/subscriptions.ts';
import { isTestCard, type TestCardKey, testCards } from '../cards.ts';
import type { Context, Sign } from '../context.ts';
import { formatAmount } from '../money/tax-regions.ts';
import { notFound, PaddleError } from '../paddle-error.ts';
import { invoiceUrl, portalUrl } from '../portal-link.ts';
import { requireSameOrigin, sendPage } from '../request-guards.ts';
import type { Subscription } from '../shapes.ts';
import { type Html, html, pageOf } from './html.ts';

const cancelInput = z.object({ subscription_id: z.string() });
const cardInput = z.object({
  subscription_id: z.string(),
  card: z.custom<TestCardKey>(isTestCard, 'is not a test card'),
});

/** Registers the portal, where customers manage their subscriptions. The signed link is the only credential. */
export function portalRoutes(app: FastifyInstance, context: Context, sign: Sign): void {
  const customerOf = (call: Call) => {
    const id = param(call, 'customer');
    if (!isSame(param(call, 'signature'), sign(`portal:${id}`))) throw notFound('Portal');
    return selectCustomer(context, id);
  };
  const ownSubscription = (call: Call, id: string): Subscription => {
    const subscription = selectSubscription(context, id);
    if (subscription.customer_id !== customerOf(call).id) throw notFound(`Subscription ${id}`);
    return subscription;
  };

  app.get('/portal/:customer/:signature', (call: Call, reply) =>
    sendPage(reply, portalPage(context, sign, customerOf(call).id)),
  );
  app.register(async (scope) => {
    scope.addHook('preHandler', async (request) => requireSameOrigin(request, context.publicUrl()));
    const action = (name: string, run: (call: Call) => void) =>
      scope.post(`/portal/:customer/:signature/${name}`, (call: Call, reply) => {
        run(call);
        return reply.redirect(portalUrl('', sign, customerOf(call).id), 303);
      });
    action('cancel', (call) => {
      const subscription = ownSubscription(call, bodyOf(cancelInput, call).subscription_id);
      // A second click has no effect.
      if (!subscription.scheduled_change) cancel(context, subscription, 'next_billing_period');
    });
    action('keep', (call) => unschedule(context, ownSubscription(call, bodyOf(cancelInput, call).subscription_id)));
    action('card', (call) => {
      const { subscription_id, card } = bodyOf(cardInput, call);
      if (card === 'declined') throw new PaddleError(400, 'bad_request', 'The card was declined. Choose another card.');
      changeCard(context, ownSubscription(call, subscription_id), card);
    });
  });
}

function portalPage(context: Context, sign: Sign, customerId: string): string {
  const { state } = context;
  const customer = selectCustomer(context, customerId);
  const base = portalUrl('', sign, customerId);
  const own = Object.values(state.subscriptions).filter(({ customer_id }) => customer_id === customerId);
  const paid = Object.values(state.transactions)
    .filter(({ customer_id, invoice_id }) => customer_id === customerId && invoice_id)
    .reverse();
  const rows = paid.map(
    ({ id, invoice_number, billed_at, details, currency_code }) => html`<tr><td>${billed_at?.slice(0, 10)}</td>
<td>${formatAmount(details.totals.grand_total, currency_code)}</td>
<td><a href="${invoiceUrl('', sign, id)}">${invoice_number}</a></td></tr>`,
  );
  return pageOf(
    { title: 'Your subscriptions' },
    html`<main><div><h1>Your subscriptions</h1><p class="muted">${customer.email}</p></div>
${own.length > 0 ? own.map((one) => subscriptionCard(context, base, one)) : html`<p>You have no subscriptions.</p>`}
<section class="card"><h2>Invoices</h2><div class="scroll" tabindex="0" role="group" aria-label="Invoices"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Paid</th><th scope="col">Invoice</th></tr></thead>
<tbody>${rows}</tbody></table></div></section></main>`,
  );
}

function subscriptionCard(context: Context, base: string, subscription: Subscription): Html {
  const { id, status, items, scheduled_change, next_billed_at } = subscription;
  const card = context.state.paymentMethods[billingOf(context, subscription).paymentMethodId]?.card;
  const hidden = html`<input type="hidden" name="subscription_id" value="${id}">`;
  const choices = Object.entries(testCards)
    .filter(([key]) => key !== 'declined')
    .map(([key, { label, last4 }]) => html`<option value="${key}">${label} (•••• ${last4})</option>`);
  const end = scheduled_change?.action === 'cancel' ? scheduled_change.effective_at.slice(0, 10) : null;
  const next = next_billed_at ? `Next bill on ${next_billed_at.slice(0, 10)}.` : null;
  return html`<div class="card">
<h2>${items[0]?.price.name}</h2>
<p class="muted">${status.replace('_', ' ')}. ${end ? `Ends on ${end}.` : next} ${card ? `Card •••• ${card.last4}.` : null}</p>
${
  status === 'canceled'
    ? null
    : html`<div class="fields">
<form method="post" action="${base}/card" id="card-${id}" class="fields">${hidden}
<div><label for="choice-${id}">Another test card</label><select id="choice-${id}" name="card">${choices}</select></div>
<div class="actions"><button>Change the card</button></div></form>
<form method="post" action="${base}/${end ? 'keep' : 'cancel'}" id="cancel-${id}">${hidden}
<button class="${end ? '' : 'danger'}">${end ? 'Keep the subscription' : 'Cancel at the end of the period'}</button></form></div>`
}</div>`;
}
