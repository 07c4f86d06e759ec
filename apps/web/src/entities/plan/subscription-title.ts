import type { OwnSubscription } from '@hexpedition/contract';
import { formatCycle } from '@hexpedition/contract/money';

/** Names plan, quantity and billing cycle: `Foundational, monthly`, `Specialization × 3, every 3 months`. */
export const subscriptionTitle = ({ name, quantity, billing_cycle }: OwnSubscription): string =>
  `${name}${quantity > 1 ? ` × ${quantity}` : ''}, ${formatCycle(billing_cycle)}`;
