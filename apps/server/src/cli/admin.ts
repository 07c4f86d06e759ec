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
import { version } from '#platform/version';
import { loadContent } from '../load-content.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run admin -- superuser <username>     create a superuser, or promote an existing account
       npm run admin -- password <username>      set a new random password
       npm run admin -- grant <username> <tier>  1 Foundational, 2 Specialization, 3 Beta, 42 Admin
       npm run admin -- tier <username>          explain the tier of an account
       npm run admin -- replay-payments          apply all stored Paddle events again
       npm run admin -- reconcile-payments       fetch missing changes from Paddle
       npm run admin -- second-factor <username> remove a lost authenticator app
       npm run admin -- disable <username>       disable an account and end its sessions
       npm run admin -- enable <username>        enable an account again
       npm run admin -- migrate                  migrate the database, load this version's labs and courses, and end
       npm run admin -- invite [options]         create an invitation code
         --tier 1|2|3         tier granted by the code
         --days N             duration of the tier (default: no end)
         --beta               also grants beta access
         --uses N             number of uses (default: 1)
         --expires-days N     days until the code expires (default: never)
         --label "text"       note for the operator`;

await runCommand(usage, async ({ db, config, args }) => {
  const [action, username, tier] = args;
  if (action === 'invite') return invite(db, args.slice(1));
  if (action === 'migrate') return migrateAndLoad(db);
  if (action === 'replay-payments') return replayPayments(db, config);
  if (action === 'reconcile-payments') return reconcilePayments(db, config);
  if (!username) return undefined;
  const actions = createAccountActions({ db, clock: systemClock });
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
      if (!(await actions.grant(null, username, { tier: Number(tier), months: null }))) throw unknownAccount(username);
      return `${username} has tier ${tier}.`;
    case 'tier': {
      const reasons = await explainTier(db, username, new Date());
      if (!reasons) throw unknownAccount(username);
      return reasons;
    }
    case 'second-factor':
      if (!(await actions.removeSecondFactor(null, username))) throw unknownAccount(username);
      return `${username} can now log in without a second factor.`;
    case 'disable':
      if (!(await actions.setActive(null, username, { isActive: false, reason }))) throw unknownAccount(username);
      return `${username} is disabled and logged out everywhere.`;
    case 'enable':
      if (!(await actions.setActive(null, username, { isActive: true, reason }))) throw unknownAccount(username);
      return `${username} can log in again.`;
    default:
      return undefined;
  }
});

/** The database was migrated when it was opened. Nodes that start afterwards have nothing left to do. */
async function migrateAndLoad(db: Db): Promise<string> {
  const print = (line: string) => console.error(line);
  const isComplete = await loadContent(db, { info: print, warn: print });
  if (!isComplete) throw new Error('The database was migrated, but some labs or courses were not loaded.');
  return `The database has the state of version ${version}.`;
}

async function replayPayments(db: Db, { paddle, paddleSandbox }: Config): Promise<string> {
  const plans = paddleSandbox ? sandboxPlans : paddle?.plans;
  if (!plans) throw notSetUp();
  const warn = ({ event, error }: { event: string; error: string }) => console.error(`${event}: ${error}`);
  const ledger = createLedger({ db, clock: systemClock, plans, warn });
  const { events, changed } = await ledger.replay();
  const outcome = changed.length === 0 ? 'Nothing comes out differently.' : `Different now: ${changed.join(', ')}.`;
  return `${events} event${events === 1 ? '' : 's'} applied once more. ${outcome}`;
}

async function reconcilePayments(db: Db, { paddle, paddleSandbox }: Config): Promise<string> {
  // The keys are created at each start, and only the server process has them.
  if (paddleSandbox) throw new Error('The sandbox runs inside the server. Reconcile at /admin/payments.');
  if (!paddle) throw notSetUp();
  return reconcileOnce(db, systemClock, paddle, (problem) => console.error(JSON.stringify(problem)));
}

const notSetUp = () => new Error('Payments are not configured. Set the PADDLE_ variables (docs/operating.md).');

async function superuser(db: Db, username: string): Promise<string> {
  const { password, existed } = await ensureSuperuser(db, username);
  const made = `${existed?.username ?? username} is a superuser. Password: ${password}`;
  return existed ? `${made}\n${describe(existed)}` : made;
}

/** Describes the owner of an existing account, because a stranger may have taken the name first. */
function describe({ username, since, email, passkeys, provider }: ExistingAccount): string {
  const otherWays = [
    ...(email ? [`a reset mailed to ${email}`] : []),
    ...(passkeys > 0 ? [`${passkeys} passkey${passkeys === 1 ? '' : 's'}`] : []),
    ...(provider ? ['the provider'] : []),
  ];
  return [
    `This account already existed, since ${since.toISOString().slice(0, 10)}.`,
    ...(otherWays.length > 0 ? [`Other ways to log in: ${otherWays.join(', ')}.`] : []),
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
  const tier = values.tier === undefined ? null : parseWholeNumber('--tier', values.tier, 3);
  const days = values.days === undefined ? null : parseWholeNumber('--days', values.days, 36_500);
  const expires =
    values['expires-days'] === undefined ? null : parseWholeNumber('--expires-days', values['expires-days'], 36_500);
  if (days !== null && tier === null) throw new Error('--days needs --tier: it sets how long the tier lasts.');
  const code = await createInvite(db, {
    tier: tier as 1 | 2 | 3 | null,
    days,
    betaAccess: values.beta,
    maxUses: parseWholeNumber('--uses', values.uses, 1_000_000),
    expiresAt: expires === null ? null : new Date(Date.now() + expires * 86_400_000),
    label: values.label,
  });
  return `The invitation code (shown only now): ${code}`;
}

/** @throws Error that names the option and the allowed values */
function parseWholeNumber(option: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new Error(`${option} is "${text}". Use a whole number from 1 to ${max}.`);
}

function unknownAccount(username: string): Error {
  return new Error(`Account ${username} does not exist.`);
}
