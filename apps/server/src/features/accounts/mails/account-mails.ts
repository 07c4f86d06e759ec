import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';

/**
 * A queued mail, as its job stores it: the recipient and no secrets. The worker creates links and looks up addresses
 * when it sends the mail.
 */
export type AccountMail =
  /** Sends the link that confirms `pending_email` to that address. */
  | { kind: 'verify'; user: number }
  /** A password reset for the account with this verified address, if it exists. */
  | { kind: 'reset'; email: string }
  | { kind: 'password_changed'; user: number }
  /** Sent to the previous address of the account. */
  | { kind: 'email_changed'; user: number; to: string }
  /** A login from a device that is new to the account. */
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
  | { kind: 'deletion_scheduled' | 'deletion_by_operator'; user: number; deleteAt: string }
  /** Sends the link that sets the first password of an account, which a superuser added, to `pending_email`. */
  | { kind: 'welcome'; user: number };

export const accountMailJob = defineJob<AccountMail>('account-mail');

/** Queues a mail in the transaction of the change that it reports. */
export type QueueMail = (tx: Db | Tx, mail: AccountMail) => Promise<void>;

export const createQueueMail =
  (jobs: Jobs): QueueMail =>
  (tx, mail) =>
    jobs.send(tx, accountMailJob, mail);
