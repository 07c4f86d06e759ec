/* Apart from payments.public.ts: accounts need it, and that one leads to them. */
export { type ActiveSubscription, activeSubscription } from './billing/active-subscription.read-model.ts';
