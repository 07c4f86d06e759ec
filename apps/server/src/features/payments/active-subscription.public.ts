/* Separate from payments.public.ts: the accounts feature needs this, and payments.public.ts imports accounts. */
export { type ActiveSubscription, activeSubscription } from './billing/active-subscription.read-model.ts';
