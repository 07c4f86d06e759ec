import type { TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { useCredit } from '../money/totals.ts';
import { notFound, PaddleError, refused } from '../paddle-error.ts';
import type { Checkout } from '../sandbox-state.ts';
import type { Address, CustomData, Transaction } from '../shapes.ts';
import { lineOf, orderOf, taxRegionWith } from './bill-lines.ts';
import { changeCard } from './charges.ts';
import {
  createAddress,
  createCustomer,
  findCustomerByEmail,
  savePaymentMethod,
  selectAddress,
  selectCustomer,
} from './customers.ts';
import { selectSubscription, startSubscription } from './subscriptions.ts';
import {
  createTransaction,
  markPaid,
  recordAttempt,
  rewriteTransaction,
  selectTransaction,
  setStatus,
  touch,
} from './transactions.ts';

export const noCredit = useCredit(0, 0, 0);

export interface OpenRequest {
  shopOrigin: string;
  items?: { price_id: string; quantity?: number }[];
  transactionId?: string;
  customer?: { id?: string; email?: string; address?: { id?: string; countryCode?: string; postalCode?: string } };
  customData?: CustomData;
  theme?: 'light' | 'dark' | null;
}

export function selectCheckout({ state }: Context, id: string): Checkout {
  const checkout = state.checkouts[id];
  if (!checkout) throw notFound(`Checkout ${id}`);
  return checkout;
}

/** Opens a checkout for prices, or for a transaction that the shop has created. */
export function openCheckout(context: Context, request: OpenRequest): { checkout: Checkout; isNewCustomer: boolean } {
  const existing = request.transactionId ? selectTransaction(context, request.transactionId) : null;
  if (existing) requireOpen(existing);
  const { customerId, isNew } = customerOf(context, request, existing);
  const address = addressOf(context, request, existing, customerId);
  const country = address?.country_code ?? request.customer?.address?.countryCode ?? 'US';
  const postalCode = address?.postal_code ?? request.customer?.address?.postalCode ?? null;
  const transaction = existing ?? draftFor(context, request, { country, postalCode, customerId });
  const checkout: Checkout = {
    id: context.id('che'),
    transactionId: transaction.id,
    shopOrigin: request.shopOrigin,
    customerId,
    country,
    postalCode,
    theme: request.theme ?? null,
    confirming: null,
  };
  context.state.checkouts[checkout.id] = checkout;
  return { checkout, isNewCustomer: isNew };
}

function customerOf(context: Context, { customer }: OpenRequest, existing: Transaction | null) {
  const id = existing?.customer_id ?? customer?.id;
  if (id) return { customerId: selectCustomer(context, id).id, isNew: false };
  return customer?.email ? customerWithEmail(context, customer.email) : { customerId: null, isNew: false };
}

function customerWithEmail(context: Context, email: string): { customerId: string; isNew: boolean } {
  const existing = findCustomerByEmail(context, email);
  return { customerId: (existing ?? createCustomer(context, { email })).id, isNew: !existing };
}

function addressOf(
  context: Context,
  { customer }: OpenRequest,
  existing: Transaction | null,
  customerId: string | null,
): Address | undefined {
  const id = existing?.address_id ?? customer?.address?.id;
  if (id) return customerId ? selectAddress(context, id, customerId) : undefined;
  const own = Object.values(context.state.addresses).filter((one) => one.customer_id === customerId);
  return customer?.address ? undefined : own.at(-1);
}

function draftFor(
  context: Context,
  { items = [], customData }: OpenRequest,
  { country, postalCode, customerId }: { country: string; postalCode: string | null; customerId: string | null },
): Transaction {
  const region = taxRegionWith(country, postalCode);
  return createTransaction(context, {
    status: 'draft',
    origin: 'web',
    customerId,
    addressId: null,
    subscriptionId: null,
    currency: region.currency,
    lines: orderOf(context, items).map((one) => lineOf(one, region)),
    credit: noCredit,
    period: null,
    customData: customData ?? null,
    billedAt: null,
  });
}

/**
 * Whether a transaction belongs to a subscription: a due bill, or a zero bill to save a card. Buyers cannot change it.
 */
const isOfSubscription = ({ subscription_id }: Transaction) => subscription_id !== null;

export function setItems(context: Context, checkout: Checkout, items: { price_id: string; quantity?: number }[]): void {
  const transaction = openTransaction(context, checkout);
  if (isOfSubscription(transaction))
    throw refused('transaction_immutable', 'The transaction belongs to a subscription.');
  price(context, checkout, transaction, items);
  touch(context, transaction);
}

export function setTaxRegion(
  context: Context,
  checkout: Checkout,
  { country, postalCode }: { country: string; postalCode: string | null },
): void {
  const transaction = openTransaction(context, checkout);
  checkout.country = country;
  checkout.postalCode = postalCode;
  if (isOfSubscription(transaction)) return;
  price(context, checkout, transaction, transaction.items);
  // Removes the old address. Payment creates the new one.
  transaction.address_id = null;
  touch(context, transaction);
}

function price(
  context: Context,
  { country, postalCode }: Checkout,
  transaction: Transaction,
  items: { price_id: string; quantity?: number }[],
): void {
  const region = taxRegionWith(country, postalCode);
  const lines = orderOf(context, items).map((one) => lineOf(one, region));
  rewriteTransaction(context, transaction, { lines, credit: noCredit, currency: region.currency });
}

function openTransaction(context: Context, checkout: Checkout): Transaction {
  const transaction = selectTransaction(context, checkout.transactionId);
  requireOpen(transaction);
  return transaction;
}

function requireOpen({ id, status }: Transaction): void {
  if (status === 'draft' || status === 'ready' || status === 'past_due') return;
  throw new PaddleError(409, 'transaction_immutable', `Transaction ${id} is ${status}.`);
}

export type PayResult = 'paid' | 'declined' | 'confirm';

/** Pays with a test card. A card that needs the bank's confirmation waits for `confirm`. */
export function pay(
  context: Context,
  checkout: Checkout,
  { card, email }: { card: TestCardKey; email: string },
): PayResult {
  const transaction = openTransaction(context, checkout);
  checkout.customerId ??= customerWithEmail(context, email).customerId;
  makeReady(context, checkout, transaction, checkout.customerId);
  const attempt = { card, paymentMethodId: null, at: context.now() };
  if (card === 'declined') {
    recordAttempt(context, transaction, attempt, 'error');
    context.emit('transaction.payment_failed', transaction);
    return 'declined';
  }
  if (card === 'confirm') {
    recordAttempt(context, transaction, attempt, 'action_required');
    checkout.confirming = card;
    return 'confirm';
  }
  complete(context, transaction, card);
  return 'paid';
}

/** Confirms or declines a payment for the buyer's bank. */
export function confirm(context: Context, checkout: Checkout, isConfirmed: boolean): PayResult {
  const transaction = openTransaction(context, checkout);
  const card = checkout.confirming;
  if (!card) throw refused('transaction_invalid_status_change', 'No payment awaits a confirmation.');
  checkout.confirming = null;
  if (isConfirmed) {
    complete(context, transaction, card);
    return 'paid';
  }
  recordAttempt(context, transaction, { card, paymentMethodId: null, at: context.now() }, 'error');
  context.emit('transaction.payment_failed', transaction);
  return 'declined';
}

/** Sets the customer and the address of a transaction, which makes it ready for payment. */
function makeReady(context: Context, checkout: Checkout, transaction: Transaction, customerId: string): void {
  if (transaction.status !== 'draft' && transaction.address_id) return;
  const { country, postalCode } = checkout;
  const existing = Object.values(context.state.addresses).find(
    (one) => one.customer_id === customerId && one.country_code === country && one.postal_code === postalCode,
  );
  const address = existing ?? createAddress(context, customerId, { country_code: country, postal_code: postalCode });
  transaction.customer_id = customerId;
  transaction.address_id = address.id;
  if (transaction.status === 'ready') touch(context, transaction);
  else setStatus(context, transaction, 'ready');
}

/** Completes a paid transaction: saves the card, starts the subscription and emits the events. */
export function complete(context: Context, transaction: Transaction, card: TestCardKey): void {
  const { customer_id: customerId, address_id: addressId, subscription_id: subscriptionId } = transaction;
  if (!customerId || !addressId) throw new Error(`Transaction ${transaction.id} has no buyer.`);
  const at = context.now();
  if (subscriptionId) {
    const isDue = transaction.status === 'past_due';
    if (!isDue) markPaid(context, transaction, at);
    // A past due bill is charged to the new card, which also completes the transaction.
    changeCard(context, selectSubscription(context, subscriptionId), card);
    if (!isDue) setStatus(context, transaction, 'completed');
    return;
  }
  const method = savePaymentMethod(context, { customerId, addressId }, card, 'saved_during_purchase');
  recordAttempt(context, transaction, { card, paymentMethodId: method.id, at }, 'captured');
  markPaid(context, transaction, at);
  startSubscription(context, transaction, { customerId, addressId, paymentMethodId: method.id, at });
  setStatus(context, transaction, 'completed');
}
