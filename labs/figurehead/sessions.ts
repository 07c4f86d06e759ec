import { randomBytes } from 'node:crypto';
import type { Customer } from './shop.ts';

export interface Session {
  customer: Customer;
  /** JSON, as it was sent. */
  wishes: string;
}

const MAX_SESSIONS = 500;
const sessions = new Map<string, Session>();

export const findSession = (cookies: string | undefined): Session | undefined =>
  sessions.get(/(?:^|;\s*)shavings=([0-9a-f]{32})/.exec(cookies ?? '')?.[1] ?? '');

/** Starts a session. If there are too many, it replaces the oldest one. */
export function beginSession(customer: Customer): { session: Session; cookie: string } {
  const oldest = sessions.keys().next().value;
  if (sessions.size >= MAX_SESSIONS && oldest) sessions.delete(oldest);
  const id = randomBytes(16).toString('hex');
  const session = { customer, wishes: '{}' };
  sessions.set(id, session);
  return { session, cookie: `shavings=${id}; Path=/; HttpOnly; SameSite=Lax` };
}
