import type { LinkSubject } from './mail-links.ts';
import type { UserRow } from './users.read-model.ts';

/**
 * The state of a user that a link replaces, by the link's purpose: used to make a link and to check one. A reset link
 * dies when the password or the verified address changes. A confirmation depends on the pending address alone, so that
 * a link that was opened before can still be told apart from a wrong one.
 */
export function linkSubject(
  purpose: LinkSubject['purpose'],
  user: Pick<UserRow, 'pk' | 'email' | 'pending_email' | 'password_hash'>,
): LinkSubject {
  const state = purpose === 'reset' ? [user.password_hash, user.email] : [user.pending_email];
  return { purpose, userPk: user.pk, state: JSON.stringify(state) };
}
