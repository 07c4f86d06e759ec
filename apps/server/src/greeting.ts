import type { DemoAccount } from '#features/accounts/accounts.public';
import { type Config, isPlainHttp } from '#platform/config';
import type { OpenDatabase } from '#platform/db/open-database';
import { version } from '#platform/version';

/**
 * Prints the address of the platform and what the operator needs to know.
 * @param loginLink the log-in page for superusers while log-in is switched off
 */
export function greet(
  config: Config,
  database: Pick<OpenDatabase, 'kind'>,
  demo: DemoAccount[],
  loginLink: string | undefined,
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
  } else {
    lines.push('', '  First superuser    npm run admin -- superuser <username>');
    lines.push('  Lost a password?   npm run admin -- password <username>');
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
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
