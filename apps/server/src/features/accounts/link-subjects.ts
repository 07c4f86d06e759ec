import type { LinkSubject } from './links.ts';
import type { UserRow } from './users.read-model.ts';

/**
 * What the link of a purpose is about, for a user as they are now; for whoever makes one and whoever checks one.
 * A reset dies when password or verified address change. A confirmation is about the pending address alone, so that one
 * that was opened before can still be told apart from a wrong one.
 */
export function linkSubject(
  purpose: LinkSubject['purpose'],
  user: Pick<UserRow, 'pk' | 'email' | 'pending_email' | 'password_hash'>,
): LinkSubject {
  const state = purpose === 'reset' ? [user.password_hash, user.email] : [user.pending_email];
  return { purpose, userPk: user.pk, state: JSON.stringify(state) };
}
