import { cardOf, type TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { isCountry } from '../money/tax-regions.ts';
import { conflict, notFound, refused } from '../paddle-error.ts';
import type { Address, Customer, PaymentMethod } from '../shapes.ts';

export type CustomerInput = { email: string } & Partial<Pick<Customer, 'name' | 'custom_data' | 'locale'>>;
export type AddressInput = { country_code: string } & Partial<
  Pick<Address, 'description' | 'first_line' | 'second_line' | 'city' | 'postal_code' | 'region' | 'custom_data'>
>;

export function selectCustomer({ state }: Context, id: string): Customer {
  const customer = state.customers[id];
  if (!customer) throw notFound(`Customer ${id}`);
  return customer;
}

export function findCustomerByEmail({ state }: Context, email: string): Customer | undefined {
  return Object.values(state.customers).find((one) => one.email.toLowerCase() === email.toLowerCase());
}

function requireFreeEmail(context: Context, email: string, own?: Customer): void {
  const other = findCustomerByEmail(context, email);
  if (other && other !== own) {
    throw conflict('customer_already_exists', `customer email conflicts with customer of id ${other.id}`);
  }
}

export function createCustomer(context: Context, { email, name, custom_data, locale }: CustomerInput): Customer {
  requireFreeEmail(context, email);
  const now = context.now().toISOString();
  const customer: Customer = {
    id: context.id('ctm'),
    name: name ?? null,
    email,
    marketing_consent: false,
    status: 'active',
    custom_data: custom_data ?? null,
    locale: locale ?? 'en',
    import_meta: null,
    created_at: now,
    updated_at: now,
  };
  context.state.customers[customer.id] = customer;
  context.emit('customer.created', customer);
  return customer;
}

export function updateCustomer(context: Context, customer: Customer, changes: Partial<Customer>): Customer {
  if (changes.email !== undefined) requireFreeEmail(context, changes.email, customer);
  Object.assign(customer, changes, { updated_at: context.now().toISOString() });
  context.emit('customer.updated', customer);
  return customer;
}

export function selectAddress({ state }: Context, id: string, customerId: string): Address {
  const address = state.addresses[id];
  if (!address || address.customer_id !== customerId) throw notFound(`Address ${id}`);
  return address;
}

function requireCountry(code: string): void {
  if (!isCountry(code)) throw refused('address_location_not_allowed', `Paddle does not sell in ${code}.`);
}

export function createAddress(context: Context, customerId: string, input: AddressInput): Address {
  requireCountry(input.country_code);
  const now = context.now().toISOString();
  const address: Address = {
    id: context.id('add'),
    customer_id: customerId,
    description: input.description ?? null,
    first_line: input.first_line ?? null,
    second_line: input.second_line ?? null,
    city: input.city ?? null,
    postal_code: input.postal_code ?? null,
    region: input.region ?? null,
    country_code: input.country_code,
    custom_data: input.custom_data ?? null,
    status: 'active',
    import_meta: null,
    created_at: now,
    updated_at: now,
  };
  context.state.addresses[address.id] = address;
  context.emit('address.created', address);
  return address;
}

export function updateAddress(context: Context, address: Address, changes: Partial<Address>): Address {
  if (changes.country_code !== undefined) requireCountry(changes.country_code);
  Object.assign(address, changes, { updated_at: context.now().toISOString() });
  context.emit('address.updated', address);
  return address;
}

export function savePaymentMethod(
  context: Context,
  owner: { customerId: string; addressId: string },
  card: TestCardKey,
  origin: PaymentMethod['origin'],
): PaymentMethod {
  const now = context.now();
  const method: PaymentMethod = {
    id: context.id('paymtd'),
    customer_id: owner.customerId,
    address_id: owner.addressId,
    type: 'card',
    card: cardOf(card, now),
    paypal: null,
    underlying_details: null,
    origin,
    saved_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  context.state.paymentMethods[method.id] = method;
  context.state.cards[method.id] = card;
  // Unlike the API, the event has no card.
  const { card: _, paypal: __, underlying_details: ___, ...eventData } = method;
  context.emit('payment_method.saved', eventData);
  return method;
}

/** @param reason Paddle's `deletion_reason`: the card was replaced, or the shop deleted it */
export function deletePaymentMethod(
  context: Context,
  method: PaymentMethod,
  reason: 'replaced_by_newer_version' | 'api',
): void {
  delete context.state.paymentMethods[method.id];
  delete context.state.cards[method.id];
  const { card: _, paypal: __, underlying_details: ___, ...eventData } = method;
  context.emit('payment_method.deleted', { ...eventData, deletion_reason: reason });
}
