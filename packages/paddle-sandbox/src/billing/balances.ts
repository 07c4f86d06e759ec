import type { Context } from '../context.ts';
import type { Currency } from '../shapes.ts';

/** Credit that a customer has with the shop, in one currency. It pays the next bills. */
export function balanceOf({ state }: Context, customerId: string, currency: Currency) {
  const key = `${customerId}:${currency}`;
  state.balances[key] ??= { available: 0, used: 0 };
  return state.balances[key];
}
