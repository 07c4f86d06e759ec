import { nextDueEvent } from '../billing/due-events.ts';
import { type Html, html, pageOf } from '../browser/html.ts';
import type { Context } from '../context.ts';
import { formatAmount } from '../money/tax-regions.ts';
import type { Notification, PaddleEvent, Subscription, Transaction } from '../shapes.ts';

/** Maximum rows of a list, newest first. */
const maxRows = 50;

export const lockedPage = (): string =>
  pageOf(
    { title: 'Paddle sandbox' },
    html`<main class="narrow"><div class="card"><h1>This page requires a key</h1>
<p>Open the URL that the sandbox printed at startup. It ends with the key.</p></div></main>`,
  );

/** Renders a form with one button. */
function action(name: string, label: string, fields: Record<string, string>, kind = ''): Html {
  const inputs = Object.entries(fields).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  );
  return html`<form method="post" action="/control/${name}">${inputs}<button class="${kind}">${label}</button></form> `;
}

function table(title: string, columns: string[], rows: Html[]): Html {
  return html`<section class="card"><h2>${title}</h2>
${
  rows.length === 0
    ? html`<p class="muted">None yet.</p>`
    : html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>
${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}</section>`;
}

export function controlPage(context: Context): string {
  const { state } = context;
  const { switches } = state;
  const steps = { day: '1 day', week: '1 week', month: '1 month', year: '1 year', next_billing: 'To the next billing' };
  const modes = [
    ['ok', 'works'],
    ['slow', 'is slow'],
    ['429', 'answers 429'],
    ['down', 'is down'],
  ] as const;
  const activeClass = (isActive: boolean) => (isActive ? 'on' : '');
  const latest = <T>(all: Record<string, T>) => Object.values(all).reverse().slice(0, maxRows);
  return pageOf(
    { title: 'Paddle sandbox' },
    html`<main><div><h1>Paddle sandbox</h1><p class="muted">Replaces the payment provider on this machine.</p></div>
<section class="card"><h2>Advance time</h2><div class="actions">
${Object.entries(steps).map(([step, label]) => action('move-time', label, { step }))}</div></section>
<section class="card"><h2>Simulate failures</h2><div class="fields">
<div class="actions">${modes.map(([mode, label]) =>
      action('api', `The API ${label}`, { mode }, activeClass(switches.api === mode)),
    )}</div>
<div class="actions">${action('script', 'Paddle.js loads', { mode: 'ok' }, activeClass(switches.script === 'ok'))}
${action('script', 'Paddle.js fails', { mode: 'fail' }, activeClass(switches.script === 'fail'))}</div>
<div class="actions">${action('disorder', 'Webhooks in order', { on: 'no' }, activeClass(!switches.disorder))}
${action('disorder', 'Webhooks out of order', { on: 'yes' }, activeClass(switches.disorder))}
${action('hurry', 'Send pending webhooks', {})}</div></div></section>
${table('Subscriptions', ['Customer', 'Plan', 'Status', 'Next', 'Actions'], subscriptionRows(context, latest(state.subscriptions)))}
${table('Transactions', ['When', 'Customer', 'Origin', 'Status', 'Total', 'Actions'], transactionRows(context, latest(state.transactions)))}
${table(
  'Customers',
  ['Email', 'Id'],
  latest(state.customers).map(({ email, id }) => html`<tr><td>${email}</td><td><code>${id}</code></td></tr>`),
)}
${table('Events', ['When', 'Event', 'Deliveries', 'Actions'], eventRows(context, latest(state.events)))}
</main>`,
  );
}

const emailOf = ({ state }: Context, id: string | null) => state.customers[id ?? '']?.email ?? '';

function subscriptionRows(context: Context, subscriptions: Subscription[]): Html[] {
  return subscriptions.map((one) => {
    const subscription_id = one.id;
    const failing = context.state.billing[one.id]?.failNextCharge;
    const change = one.scheduled_change ? ` (${one.scheduled_change.action} scheduled)` : '';
    return html`<tr><td>${emailOf(context, one.customer_id)}</td><td>${one.items[0]?.price.name}</td>
<td>${one.status}${change}</td><td>${nextDueEvent(context, one)?.at.toISOString().slice(0, 10)}</td>
<td>${
      one.status === 'canceled'
        ? null
        : [
            action(
              'fail-next-charge',
              failing ? 'Next charge fails' : 'Fail the next charge',
              { subscription_id },
              failing ? 'on' : '',
            ),
            action('cancel', 'Cancel at once', { subscription_id }, 'danger'),
          ]
    }</td></tr>`;
  });
}

function transactionRows(context: Context, transactions: Transaction[]): Html[] {
  return transactions.map(({ id, created_at, customer_id, origin, status, details, currency_code }) => {
    const isRefundable = status === 'completed' && Number(details.adjusted_totals.total) > 0;
    return html`<tr><td>${created_at.slice(0, 16).replace('T', ' ')}</td><td>${emailOf(context, customer_id)}</td>
<td>${origin}</td><td>${status}</td><td>${formatAmount(details.totals.grand_total, currency_code)}</td>
<td>${isRefundable ? action('refund', 'Refund', { transaction_id: id }) : null}</td></tr>`;
  });
}

function eventRows({ state }: Context, events: PaddleEvent[]): Html[] {
  const byEvent = new Map<string, Notification[]>();
  for (const one of Object.values(state.notifications)) {
    byEvent.set(one.payload.event_id, [...(byEvent.get(one.payload.event_id) ?? []), one]);
  }
  return events.map(({ event_id, event_type, occurred_at }) => {
    const deliveries = (byEvent.get(event_id) ?? []).map(
      ({ status, times_attempted }) => `${status.replace('_', ' ')} (${times_attempted})`,
    );
    return html`<tr><td>${occurred_at.slice(0, 19).replace('T', ' ')}</td><td><code>${event_type}</code></td>
<td>${deliveries.join(', ') || 'no webhook'}</td><td>${action('redeliver', 'Redeliver', { event_id })}</td></tr>`;
  });
}
