import { selectTransaction } from '../billing/transactions.ts';
import type { Context } from '../context.ts';
import { formatAmount, minorDigits } from '../money/tax-regions.ts';
import type { Checkout } from '../sandbox-state.ts';
import type { Totals } from '../shapes.ts';

/** Returns the data of Paddle.js events for the shop. Amounts are numbers in the major unit, such as 19.5. */
export function eventDataOf(context: Context, checkout: Checkout) {
  const transaction = selectTransaction(context, checkout.transactionId);
  const customer = context.state.customers[checkout.customerId ?? ''];
  const address = context.state.addresses[transaction.address_id ?? ''];
  const { details, currency_code } = transaction;
  const amount = (text: string) => Number(text) / 10 ** minorDigits(currency_code);
  const sums = ({ subtotal, discount, tax, total }: Totals) => ({
    subtotal: amount(subtotal),
    discount: amount(discount),
    tax: amount(tax),
    total: amount(total),
    credit: 0,
    balance: 0,
  });
  const [payment] = transaction.payments;
  return {
    id: checkout.id,
    transaction_id: transaction.id,
    status: transaction.status,
    currency_code,
    custom_data: transaction.custom_data,
    customer: {
      ...(customer ? { id: customer.id, email: customer.email } : {}),
      address: {
        id: address?.id ?? '',
        city: address?.city ?? '',
        country_code: checkout.country,
        first_line: address?.first_line ?? '',
        postal_code: checkout.postalCode ?? '',
        region: address?.region ?? '',
      },
      business: null,
    },
    items: details.line_items.map((line, index) => {
      const price = transaction.items[index]?.price;
      const { id, name, description } = line.product;
      return {
        price_id: line.price_id,
        price_name: price?.name ?? null,
        quantity: line.quantity,
        billing_cycle: price?.billing_cycle,
        product: { id, name, description: description ?? '' },
        totals: sums(line.totals),
        recurring_totals: sums(line.totals),
      };
    }),
    totals: { ...sums(details.totals), credit: amount(details.totals.credit), balance: amount(details.totals.balance) },
    recurring_totals: sums(details.totals),
    payment: {
      method_details: payment
        ? { type: 'card', card: { ...payment.method_details.card, cardholder_name: undefined } }
        : { type: 'none' },
    },
    settings: { display_mode: 'overlay', theme: checkout.theme ?? 'dark' },
    upsell: null,
  };
}

/** Returns the data of the checkout page. */
export function viewOf(context: Context, checkout: Checkout) {
  const transaction = selectTransaction(context, checkout.transactionId);
  const { details, currency_code, items, status, origin } = transaction;
  const money = (text: string) => formatAmount(text, currency_code);
  return {
    status,
    lines: details.line_items.map((line, index) => ({
      name: items[index]?.price.name ?? line.product.name,
      amount: money(line.totals.subtotal),
    })),
    subtotal: money(details.totals.subtotal),
    tax: money(details.totals.tax),
    total: money(details.totals.grand_total),
    button:
      origin === 'subscription_payment_method_change' ? 'Save the card' : `Pay ${money(details.totals.grand_total)}`,
    event: eventDataOf(context, checkout),
  };
}
