import type { FastifyInstance } from 'fastify';
import {
  createAddress,
  createCustomer,
  deletePaymentMethod,
  selectAddress,
  selectCustomer,
  updateAddress,
  updateCustomer,
} from '../billing/customers.ts';
import { selectSubscription } from '../billing/subscriptions.ts';
import type { Context, Sign } from '../context.ts';
import { conflict, notFound } from '../paddle-error.ts';
import { customerToken, portalUrl } from '../portal-link.ts';
import type { Currency } from '../shapes.ts';
import { bodyOf, type Call, filtered, metaOf, page, param } from './call.ts';
import {
  addressCreate,
  addressUpdate,
  customerCreate,
  customerUpdate,
  portalSessionCreate,
} from './request-schemas.ts';

const byId = { idOf: ({ id }: { id: string }) => id };
const asIs = <T>(one: T): T => one;

export function customerRoutes(app: FastifyInstance, context: Context, sign: Sign): void {
  const { state } = context;
  const customerOf = (call: Call) => selectCustomer(context, param(call, 'id'));

  app.get('/customers', (call: Call) => {
    const search = call.query.search?.toLowerCase();
    const all = Object.values(state.customers).filter(
      ({ email, name, id }) => !search || [email, name, id].some((one) => one?.toLowerCase().includes(search)),
    );
    return page(call, filtered(all, call, { fields: ['id', 'email', 'status'] }), { ...byId, show: asIs });
  });
  app.post('/customers', (call: Call, reply) => {
    reply.code(201);
    return { data: createCustomer(context, bodyOf(customerCreate, call)), meta: metaOf(call) };
  });
  app.get('/customers/:id', (call: Call) => ({ data: customerOf(call), meta: metaOf(call) }));
  app.patch('/customers/:id', (call: Call) => ({
    data: updateCustomer(context, customerOf(call), bodyOf(customerUpdate, call)),
    meta: metaOf(call),
  }));
  app.get('/customers/:id/credit-balances', (call: Call) => {
    const { id } = customerOf(call);
    const own = Object.entries(state.balances).filter(([key]) => key.startsWith(`${id}:`));
    const data = own.map(([key, { available, used }]) => ({
      customer_id: id,
      currency_code: key.slice(id.length + 1) as Currency,
      balance: { available: String(available), reserved: '0', used: String(used) },
    }));
    return { data: filtered(data, call, { fields: ['currency_code'] }), meta: metaOf(call) };
  });

  app.get('/customers/:id/addresses', (call: Call) => {
    const { id } = customerOf(call);
    const own = Object.values(state.addresses).filter(({ customer_id }) => customer_id === id);
    return page(call, filtered(own, call, { fields: ['id', 'status'] }), { ...byId, show: asIs });
  });
  app.post('/customers/:id/addresses', (call: Call, reply) => {
    const { id } = customerOf(call);
    reply.code(201);
    return { data: createAddress(context, id, bodyOf(addressCreate, call)), meta: metaOf(call) };
  });
  const addressOf = (call: Call) => selectAddress(context, param(call, 'address'), customerOf(call).id);
  app.get('/customers/:id/addresses/:address', (call: Call) => ({ data: addressOf(call), meta: metaOf(call) }));
  app.patch('/customers/:id/addresses/:address', (call: Call) => ({
    data: updateAddress(context, addressOf(call), bodyOf(addressUpdate, call)),
    meta: metaOf(call),
  }));

  app.get('/customers/:id/payment-methods', (call: Call) => {
    const { id } = customerOf(call);
    const own = Object.values(state.paymentMethods).filter(({ customer_id }) => customer_id === id);
    return page(call, filtered(own, call, { fields: ['address_id'] }), { ...byId, show: asIs });
  });
  const methodOf = (call: Call) => {
    const method = state.paymentMethods[param(call, 'method')];
    if (!method || method.customer_id !== customerOf(call).id) {
      throw notFound(`Payment method ${param(call, 'method')}`);
    }
    return method;
  };
  app.get('/customers/:id/payment-methods/:method', (call: Call) => ({ data: methodOf(call), meta: metaOf(call) }));
  app.delete('/customers/:id/payment-methods/:method', (call: Call, reply) => {
    const method = methodOf(call);
    const isUsed = Object.values(state.subscriptions).some(
      ({ id, status }) => status !== 'canceled' && state.billing[id]?.paymentMethodId === method.id,
    );
    if (isUsed) throw conflict('conflict', 'A subscription is paid with this payment method.');
    deletePaymentMethod(context, method, 'api');
    reply.code(204).send();
  });

  app.post('/customers/:id/portal-sessions', (call: Call, reply) => {
    const { id } = customerOf(call);
    const { subscription_ids = [] } = bodyOf(portalSessionCreate, call);
    const overview = portalUrl(context.publicUrl(), sign, id);
    const subscriptions = subscription_ids.map((one) => {
      const subscription = selectSubscription(context, one);
      if (subscription.customer_id !== id) throw notFound(`Subscription ${one}`);
      return {
        id: one,
        cancel_subscription: `${overview}#cancel-${one}`,
        update_subscription_payment_method: `${overview}#card-${one}`,
      };
    });
    reply.code(201);
    const session = { id: context.id('cpls'), customer_id: id, created_at: context.now().toISOString() };
    return { data: { ...session, urls: { general: { overview }, subscriptions } }, meta: metaOf(call) };
  });
  app.post('/customers/:id/auth-token', (call: Call) => {
    const { id } = customerOf(call);
    const { token, expiresAt } = customerToken(context, sign, id);
    return { data: { customer_auth_token: token, expires_at: expiresAt.toISOString() }, meta: metaOf(call) };
  });
}
