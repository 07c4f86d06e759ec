import { ensureSuperuser, grantTierTo, resetPassword } from '#features/accounts/accounts.public';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run admin -- superuser <username>     make a superuser, or one of an existing account
       npm run admin -- password <username>      give an account a new random password
       npm run admin -- grant <username> <tier>  1 Foundational, 2 Specialization, 3 Beta, 42 Admin`;

await runCommand(usage, async ({ db, args }) => {
  const [action, username, tier] = args;
  if (!username) return undefined;
  switch (action) {
    case 'superuser':
      return `${username} is a superuser. Password: ${await ensureSuperuser(db, username)}`;
    case 'password': {
      const password = await resetPassword(db, username);
      if (!password) throw new Error(`There is no account ${username}.`);
      return `The new password of ${username}: ${password}`;
    }
    case 'grant':
      if (!['1', '2', '3', '42'].includes(tier ?? '')) return undefined;
      if (!(await grantTierTo(db, username, Number(tier)))) throw new Error(`There is no account ${username}.`);
      return `${username} has tier ${tier}.`;
    default:
      return undefined;
  }
});
