import type { Context, Sign } from './context.ts';

/** Returns the signed link to a customer's portal. It is valid as long as the state exists. */
export const portalUrl = (publicUrl: string, sign: Sign, customerId: string): string =>
  `${publicUrl}/portal/${customerId}/${sign(`portal:${customerId}`)}`;

/**
 * Returns the signed link to the invoice of a transaction.
 * @param inline show it in the browser instead of saving it
 */
export const invoiceUrl = (publicUrl: string, sign: Sign, transactionId: string, inline = false): string =>
  `${publicUrl}/invoices/${transactionId}/${sign(`invoice:${transactionId}`)}.pdf${inline ? '?disposition=inline' : ''}`;

const tokenMinutes = 30;

/** Creates a token with which the checkout shows the customer's data for 30 minutes. */
export function customerToken({ now }: Context, sign: Sign, customerId: string): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now().getTime() + tokenMinutes * 60_000);
  const name = `${customerId.slice('ctm_'.length)}_${expiresAt.getTime()}`;
  return { token: `pca_${name}_${sign(`customer:${name}`)}`, expiresAt };
}

/** Returns the customer of a valid token, or null. */
export function customerOfToken({ now }: Context, sign: Sign, token: string): string | null {
  const [, name = '', until = '', signature] = /^pca_([a-z0-9]+)_(\d+)_(.+)$/.exec(token) ?? [];
  if (signature !== sign(`customer:${name}_${until}`) || Number(until) < now().getTime()) return null;
  return `ctm_${name}`;
}
