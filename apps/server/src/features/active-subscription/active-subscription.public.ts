export { type ActiveSubscription, activeSubscription, periodTotal } from './active-subscription.read-model.ts';
