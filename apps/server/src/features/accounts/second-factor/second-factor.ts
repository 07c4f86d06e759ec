import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/db/db';
import type { QueueMail } from '../mails/account-mails.ts';
import { hashRecoveryCode, plainCode } from './recovery-codes.ts';
import { findSecret, useRecoveryCode, useStep } from './second-factor.store.ts';
import { open } from './secret-box.ts';
import { stepOf } from './totp.ts';

/** The second-factor check of the login. */
export interface SecondFactor {
  /**
   * Checks six digits of the authenticator app or a recovery code, and marks it as used. Neither can be used twice. Call
   * it for accounts with an app, after the password was verified.
   */
  accept(tx: Tx, userPk: number, code: string): Promise<boolean>;
}

interface Deps {
  clock: Clock;
  /** Encrypts the secrets of authenticator apps. */
  key: Buffer;
  queueMail: QueueMail;
}

export function createSecondFactor({ clock, key, queueMail }: Deps): SecondFactor {
  async function acceptDigits(tx: Tx, userPk: number, digits: string): Promise<boolean> {
    const row = await findSecret(tx, userPk);
    const secret = row?.confirmed_at ? open(key, userPk, row.secret) : undefined;
    const step = secret && stepOf(secret, digits, clock.now());
    return row !== undefined && step !== undefined && useStep(tx, userPk, row.secret, step);
  }

  return {
    async accept(tx, userPk, code) {
      const plain = plainCode(code);
      if (/^\d{6}$/.test(plain)) return acceptDigits(tx, userPk, plain);
      if (!(await useRecoveryCode(tx, userPk, hashRecoveryCode(userPk, plain), clock.now()))) return false;
      await audit(tx, { actor: userPk, action: 'second_factor.recovery_code_used' });
      await queueMail(tx, { kind: 'second_factor_changed', user: userPk, what: 'recovery_code_used' });
      return true;
    },
  };
}
