import type { Security } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { AccountDeps } from '../account-deps.ts';
import type { AccountMail } from '../mails/account-mails.ts';
import { endOtherSessions } from '../sessions.store.ts';
import { lockAccount } from './lock-account.ts';
import { hashRecoveryCode, makeRecoveryCodes, plainCode } from './recovery-codes.ts';
import { confirmSecret, deleteSecret, findSecret, putRecoveryCodes, putSecret } from './second-factor.store.ts';
import { open, seal } from './secret-box.ts';
import { readSecurity } from './security.read-model.ts';
import { newSecret, stepOf, totpUri } from './totp.ts';

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'confirm' | 'queueMail' | 'limiter' | 'site'> & { key: Buffer };

/** Maximum time between the QR code and the first code. */
const setupMs = 3_600_000;
const limits = {
  // Both are counted per session, so that a stolen session does not use up its owner's attempts.
  guess: { name: 'totp-enable', hits: 10, seconds: 600 },
  // Each change sends a mail.
  change: { name: 'totp-change', hits: 20, seconds: 3_600 },
};

/** Authenticator apps and their recovery codes. */
export function createTotpService({ db, clock, confirm, queueMail, limiter, site, key }: Deps) {
  const auditAndQueueMail = async (tx: Tx, user: number, what: Extract<AccountMail, { what: unknown }>['what']) => {
    await audit(tx, { actor: user, action: `second_factor.${what}` });
    await queueMail(tx, { kind: 'second_factor_changed', user, what });
  };

  async function confirmChange(viewer: Viewer, password: string | undefined): Promise<void> {
    await confirm(viewer, password);
    await limiter.take(limits.change, String(viewer.sessionPk));
  }

  async function renewCodes(tx: Tx, userPk: number): Promise<{ recovery_codes: string[] }> {
    const codes = makeRecoveryCodes();
    await putRecoveryCodes(
      tx,
      userPk,
      codes.map((code) => hashRecoveryCode(userPk, code)),
    );
    return { recovery_codes: codes };
  }

  return {
    /** @throws AppError wrong_password, reauthentication_required, already_done */
    async setUp(viewer: Viewer, password: string | undefined): Promise<{ secret: string; uri: string }> {
      await confirmChange(viewer, password);
      const secret = newSecret();
      const { name } = await site.read();
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        if (!(await putSecret(tx, viewer.pk, seal(key, viewer.pk, secret.bytes), clock.now()))) throw alreadyOn();
        await audit(tx, { actor: viewer.pk, action: 'second_factor.totp_started' });
        return { secret: secret.base32, uri: totpUri(secret, name, viewer.username) };
      });
    },

    /** @throws AppError second_factor_wrong, already_done */
    async enable(viewer: Viewer, code: string): Promise<{ recovery_codes: string[] }> {
      await limiter.take(limits.guess, String(viewer.sessionPk));
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        const row = await findSecret(tx, viewer.pk);
        if (row?.confirmed_at) throw alreadyOn();
        const now = clock.now();
        const secret = row && open(key, viewer.pk, row.secret);
        if (!secret || now.getTime() - row.created_at.getTime() > setupMs) throw setupExpired();
        const step = stepOf(secret, plainCode(code), now);
        if (step === undefined) throw codeWrong();
        if (!(await confirmSecret(tx, viewer.pk, row.secret, step, now))) throw alreadyOn();
        // The other sessions were opened with the password alone, so they end.
        await endOtherSessions(tx, viewer.pk, viewer.sessionPk, now);
        await auditAndQueueMail(tx, viewer.pk, 'totp_on');
        return renewCodes(tx, viewer.pk);
      });
    },

    /** @throws AppError wrong_password, reauthentication_required */
    async disable(viewer: Viewer, password: string | undefined): Promise<Security> {
      await confirmChange(viewer, password);
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        if (await deleteSecret(tx, viewer.pk)) await auditAndQueueMail(tx, viewer.pk, 'totp_off');
        return readSecurity(tx, viewer.pk);
      });
    },

    /** @throws AppError wrong_password, reauthentication_required, already_done */
    async renewRecoveryCodes(viewer: Viewer, password: string | undefined): Promise<{ recovery_codes: string[] }> {
      await confirmChange(viewer, password);
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, viewer);
        if (!(await findSecret(tx, viewer.pk))?.confirmed_at) {
          throw new AppError('already_done', 'Two-factor authentication is off. Set it up to get recovery codes.');
        }
        await auditAndQueueMail(tx, viewer.pk, 'recovery_codes_renewed');
        return renewCodes(tx, viewer.pk);
      });
    },
  };
}

const alreadyOn = () =>
  new AppError('already_done', 'Two-factor authentication is already on. Turn it off to set it up again.');

function codeError(msg: string): AppError {
  return new AppError('second_factor_wrong', msg, { fields: { code: msg } });
}
const codeWrong = () => codeError('This code is wrong. Enter the code that your app shows now.');
const setupExpired = () => codeError('This set-up has expired or was not started. Start again with a new QR code.');
