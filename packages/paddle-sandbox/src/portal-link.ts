import type { Context, Sign } from './context.ts';

/** The link to a customer's portal. Only the sandbox can make one, and it works as long as the state is kept. */
export const portalUrl = (publicUrl: string, sign: Sign, customerId: string): string =>
  `${publicUrl}/portal/${customerId}/${sign(`portal:${customerId}`)}`;

/** The link to the invoice of a transaction. @param inline a browser shows it instead of saving it */
export const invoiceUrl = (publicUrl: string, sign: Sign, transactionId: string, inline = false): string =>
  `${publicUrl}/invoices/${transactionId}/${sign(`invoice:${transactionId}`)}.pdf${inline ? '?disposition=inline' : ''}`;

const tokenMinutes = 30;

/** Lets a customer's browser see what is theirs in the checkout, for half an hour. */
export function customerToken({ now }: Context, sign: Sign, customerId: string): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now().getTime() + tokenMinutes * 60_000);
  const named = `${customerId.slice('ctm_'.length)}_${expiresAt.getTime()}`;
  return { token: `pca_${named}_${sign(`customer:${named}`)}`, expiresAt };
}

/** @returns the customer of a token that is valid, else null */
export function customerOfToken({ now }: Context, sign: Sign, token: string): string | null {
  const [, name = '', until = '', signature] = /^pca_([a-z0-9]+)_(\d+)_(.+)$/.exec(token) ?? [];
  if (signature !== sign(`customer:${name}_${until}`) || Number(until) < now().getTime()) return null;
  return `ctm_${name}`;
}
