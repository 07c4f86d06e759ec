import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';

/**
 * A mail to be sent, as its job carries it: whom it concerns, never a secret. Links are made and addresses are looked
 * up when it is sent.
 */
export type AccountMail =
  /** The link that confirms `pending_email`, to that address. */
  | { kind: 'verify'; user: number }
  /** Somebody asks to reset the password of the account with this verified address, if there is one. */
  | { kind: 'reset'; email: string }
  | { kind: 'password_changed'; user: number }
  /** To the address that the account had before. */
  | { kind: 'email_changed'; user: number; to: string }
  /** A device that has not signed in before. */
  | { kind: 'new_sign_in'; user: number; device: string; at: string }
  | {
      kind: 'second_factor_changed';
      user: number;
      what:
        | 'totp_on'
        | 'totp_off'
        | 'passkey_added'
        | 'passkey_removed'
        | 'recovery_codes_renewed'
        | 'recovery_code_used';
    }
  | { kind: 'provider_linked' | 'provider_unlinked'; user: number }
  | { kind: 'deletion_scheduled'; user: number; deleteAt: string };

export const accountMailJob = defineJob<AccountMail>('account-mail');

/** Queues a mail in the transaction of the change that it reports. */
export type QueueMail = (tx: Db | Tx, mail: AccountMail) => Promise<void>;

export const createQueueMail =
  (jobs: Jobs): QueueMail =>
  (tx, mail) =>
    jobs.send(tx, accountMailJob, mail);
