import { parseArgs } from 'node:util';
import {
  createAccountActions,
  createInvite,
  type ExistingAccount,
  ensureSuperuser,
  explainTier,
  resetPassword,
} from '#features/accounts/accounts.public';
import { createLedger, reconcileOnce, sandboxPlans } from '#features/payments/payments.public';
import { systemClock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run admin -- superuser <username>     make a superuser, or one of an existing account
       npm run admin -- password <username>      give an account a new random password
       npm run admin -- grant <username> <tier>  1 Foundational, 2 Specialization, 3 Beta, 42 Admin
       npm run admin -- tier <username>          why an account has the tier that it has
       npm run admin -- replay-payments          apply all that Paddle has told once more
       npm run admin -- reconcile-payments       ask Paddle, and take over what it knows and we do not
       npm run admin -- second-factor <username> take away an authenticator app that was lost
       npm run admin -- disable <username>       end its sessions and let it open none
       npm run admin -- enable <username>        let it in again
       npm run admin -- invite [options]         make an invitation code
         --tier 1|2|3         the tier that it gives
         --days N             for so many days (for good when left out)
         --beta               gives beta access too
         --uses N             how often it can be used (once when left out)
         --expires-days N     until when it can be used (for ever when left out)
         --label "text"       what it is for; only the operator sees it`;

await runCommand(usage, async ({ db, config, args }) => {
  const [action, username, tier] = args;
  if (action === 'invite') return invite(db, args.slice(1));
  if (action === 'replay-payments') return replayPayments(db, config);
  if (action === 'reconcile-payments') return reconcilePayments(db, config);
  if (!username) return undefined;
  const acts = createAccountActions({ db, clock: systemClock });
  const reason = "By the operator's command.";
  switch (action) {
    case 'superuser':
      return superuser(db, username);
    case 'password': {
      const password = await resetPassword(db, username);
      if (!password) throw unknownAccount(username);
      return `The new password of ${username}: ${password}`;
    }
    case 'grant':
      if (!['1', '2', '3', '42'].includes(tier ?? '')) return undefined;
      if (!(await acts.grant(null, username, { tier: Number(tier), months: null }))) throw unknownAccount(username);
      return `${username} has tier ${tier}.`;
    case 'tier': {
      const reasons = await explainTier(db, username, new Date());
      if (!reasons) throw unknownAccount(username);
      return reasons;
    }
    case 'second-factor':
      if (!(await acts.removeSecondFactor(null, username))) throw unknownAccount(username);
      return `${username} logs in with the password alone.`;
    case 'disable':
      if (!(await acts.setActive(null, username, { isActive: false, reason }))) throw unknownAccount(username);
      return `${username} is disabled and logged out everywhere.`;
    case 'enable':
      if (!(await acts.setActive(null, username, { isActive: true, reason }))) throw unknownAccount(username);
      return `${username} can log in again.`;
    default:
      return undefined;
  }
});

async function replayPayments(db: Db, { paddle, paddleSandbox }: Config): Promise<string> {
  const plans = paddleSandbox ? sandboxPlans : paddle?.plans;
  if (!plans) throw notSetUp();
  const warn = ({ event, fault }: { event: string; fault: string }) => console.error(`${event}: ${fault}`);
  const ledger = createLedger({ db, clock: systemClock, plans, warn });
  const { events, changed } = await ledger.replay();
  const outcome = changed.length === 0 ? 'Nothing comes out differently.' : `Different now: ${changed.join(', ')}.`;
  return `${events} event${events === 1 ? '' : 's'} applied once more. ${outcome}`;
}

async function reconcilePayments(db: Db, { paddle, paddleSandbox }: Config): Promise<string> {
  // Its keys are made at each start, and are known to the server alone.
  if (paddleSandbox) throw new Error('The sandbox runs inside the server: reconcile at /admin/payments.');
  if (!paddle) throw notSetUp();
  return reconcileOnce(db, systemClock, paddle, (problem) => console.error(JSON.stringify(problem)));
}

const notSetUp = () => new Error('Payments are not set up: set the PADDLE_ settings (docs/operating.md).');

async function superuser(db: Db, username: string): Promise<string> {
  const { password, existed } = await ensureSuperuser(db, username);
  const made = `${existed?.username ?? username} is a superuser. Password: ${password}`;
  return existed ? `${made}\n${describe(existed)}` : made;
}

/** Anybody may have taken the name first, so the operator has to see whose account this is. */
function describe({ username, since, email, passkeys, provider }: ExistingAccount): string {
  const ways = [
    ...(email ? [`a reset mailed to ${email}`] : []),
    ...(passkeys > 0 ? [`${passkeys} passkey${passkeys === 1 ? '' : 's'}`] : []),
    ...(provider ? ['the provider'] : []),
  ];
  return [
    `This account already existed, since ${since.toISOString().slice(0, 10)}.`,
    ...(ways.length > 0 ? [`Besides the password, these open it: ${ways.join(', ')}.`] : []),
    `If this is not the person you mean: npm run admin -- disable ${username}`,
  ].join(' ');
}

async function invite(db: Db, args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      tier: { type: 'string' },
      days: { type: 'string' },
      beta: { type: 'boolean', default: false },
      uses: { type: 'string', default: '1' },
      'expires-days': { type: 'string' },
      label: { type: 'string', default: '' },
    },
  });
  const tier = values.tier === undefined ? null : whole('--tier', values.tier, 3);
  const days = values.days === undefined ? null : whole('--days', values.days, 36_500);
  const expires = values['expires-days'] === undefined ? null : whole('--expires-days', values['expires-days'], 36_500);
  if (days !== null && tier === null) throw new Error('--days says how long a tier lasts. Give --tier as well.');
  const code = await createInvite(db, {
    tier: tier as 1 | 2 | 3 | null,
    days,
    betaAccess: values.beta,
    maxUses: whole('--uses', values.uses, 1_000_000),
    expiresAt: expires === null ? null : new Date(Date.now() + expires * 86_400_000),
    label: values.label,
  });
  return `The invitation code (shown only now): ${code}`;
}

/** @throws Error that names the option and what would be right */
function whole(option: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new Error(`${option} is "${text}". Give a whole number from 1 to ${most}.`);
}

function unknownAccount(username: string): Error {
  return new Error(`There is no account ${username}.`);
}
