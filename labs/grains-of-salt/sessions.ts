import { randomBytes } from 'node:crypto';
import type { Member } from './members.ts';

const sessions = new Map<string, Member>();
const MAX_SESSIONS = 200;

export function startSession(member: Member): string {
  const session = randomBytes(16).toString('hex');
  sessions.set(session, member);
  const oldest = sessions.keys().next().value;
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return session;
}

export function memberWith(cookie: string | undefined): Member | undefined {
  return sessions.get(/(?:^|;\s*)cellar=([0-9a-f]{32})/.exec(cookie ?? '')?.[1] ?? '');
}
