import type { DemoAccount } from '#features/accounts/accounts.public';
import { type Config, isPlainHttp } from '#platform/config';
import type { OpenDatabase } from '#platform/db/open-database';
import type { ProcessLog } from '#platform/log';
import { version } from '#platform/version';

interface Greeting {
  /** Demo accounts that this start created. */
  demo: DemoAccount[];
  /** Names of the demo accounts that this start disabled, because the site is public. */
  closedAccounts: string[];
  /** Link of the setup wizard while there is no superuser. */
  setupLink: string | undefined;
  /** Whether the operator asked for the wizard. */
  isSetup: boolean;
  /** The log-in page for superusers while log-in is switched off. */
  loginLink: string | undefined;
}

/** Prints the address of the platform and what the operator needs to know. */
export function greet(
  config: Config,
  database: Pick<OpenDatabase, 'kind'>,
  { demo, closedAccounts, setupLink, isSetup, loginLink }: Greeting,
  log: ProcessLog,
): void {
  const where =
    database.kind === 'embedded' ? `${config.dataDir} (embedded PostgreSQL)` : 'the database of DATABASE_URL';
  const lines = [
    '',
    `  ${`Hexpedition ${version}`.padEnd(18)} ${config.publicUrl}/map`,
    `  Data stored in     ${where}`,
  ];
  if (demo.length > 0) {
    lines.push('', '  Demo accounts (shown only now):');
    for (const { role, username, password } of demo) {
      lines.push(`    ${role.padEnd(10)} ${username.padEnd(8)} ${password}`);
    }
  } else if (setupLink) {
    lines.push('', '  Set up this site   Open this link within 24 hours. It creates the first superuser.');
    lines.push(`    ${setupLink}`);
  } else {
    if (isSetup) lines.push('', `  This site has a superuser. Its settings: ${config.publicUrl}/admin/map/features`);
    lines.push('', '  Lost a password?   npm run admin -- password <username>');
  }
  if (closedAccounts.length > 0) {
    lines.push('', `  Demo accounts cannot log in, because PUBLIC_URL is not local: ${closedAccounts.join(', ')}`);
    lines.push(
      '  To keep one, set a password and enable it: npm run admin -- password <username>, … enable <username>',
    );
  }
  if (isPlainHttp(config.publicUrl)) {
    lines.push(
      '',
      '  PUBLIC_URL is plain http: anyone on the way can read passwords and take over sessions. Passkeys and',
    );
    lines.push('  offline reading do not work, and a sign-up takes some seconds longer. Put a TLS proxy in front.');
  }
  if (loginLink) lines.push('', '  Log-in is switched off. Superusers log in at', `    ${loginLink}`);
  if (config.paddle?.local) {
    lines.push('', '  Payments use a sandbox: no real money is charged, and anyone can buy with a test card.');
    lines.push(`    Sandbox controls   ${config.paddle.local.control}`);
  }
  if (config.logFormat === 'text') process.stdout.write(`${lines.join('\n')}\n\n`);
  else for (const line of lines) if (line) log.info(line.trim());
}
