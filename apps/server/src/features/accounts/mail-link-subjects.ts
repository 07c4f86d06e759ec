import type { LinkSubject } from './mail-links.ts';
import type { UserRow } from './users.read-model.ts';

/** Lifetime of the links that set the first password of an account that a superuser added. */
export const firstPasswordSeconds = 14 * 86_400;

/**
 * Returns the subject that a mail link is signed over. A reset link becomes invalid when the password or the verified
 * address changes; so do the links that set a first password. A confirmation link depends on the pending address alone, so
 * that a link that was opened before can be distinguished from a wrong one.
 */
export function linkSubject(
  purpose: LinkSubject['purpose'],
  user: Pick<UserRow, 'pk' | 'email' | 'pending_email' | 'password_hash'>,
): LinkSubject {
  const states = {
    verify: [user.pending_email],
    reset: [user.password_hash, user.email],
    welcome: [user.password_hash, user.email, user.pending_email],
    handout: [user.password_hash, user.email],
  };
  const state = states[purpose];
  return { purpose, userPk: user.pk, state: JSON.stringify(state) };
}
