import type { Context } from '../context.ts';
import type { Currency } from '../shapes.ts';

/** Returns a customer's credit balance in a currency. It pays for the next bills. */
export function balanceOf({ state }: Context, customerId: string, currency: Currency) {
  const key = `${customerId}:${currency}`;
  state.balances[key] ??= { available: 0, used: 0 };
  return state.balances[key];
}
