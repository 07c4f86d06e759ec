/* Apart from payments.public.ts: accounts need it, and that one leads to them. */
export { type ActiveSubscription, activeSubscription } from './selling/active-subscription.read-model.ts';
