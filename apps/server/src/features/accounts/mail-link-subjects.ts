import type { LinkSubject } from './mail-links.ts';
import type { UserRow } from './users.read-model.ts';

/**
 * Returns the subject that a mail link is signed over. A reset link becomes invalid when the password or the verified
 * address changes. A confirmation link depends on the pending address alone, so that a link that was opened before can
 * be distinguished from a wrong one.
 */
export function linkSubject(
  purpose: LinkSubject['purpose'],
  user: Pick<UserRow, 'pk' | 'email' | 'pending_email' | 'password_hash'>,
): LinkSubject {
  const state = purpose === 'reset' ? [user.password_hash, user.email] : [user.pending_email];
  return { purpose, userPk: user.pk, state: JSON.stringify(state) };
}
