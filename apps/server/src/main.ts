import { createDemoAccounts, type DemoAccount } from '#features/accounts/accounts.public';
import { systemClock } from '#platform/clock';
import { type Config, readConfig } from '#platform/config';
import { type OpenDatabase, openDatabase } from '#platform/db/open-database';
import { openSecrets } from '#platform/secrets';
import { StartError } from '#platform/start-error';
import { createApp } from './app.ts';

try {
  await start(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`\n${error.message}\n${error.remedy}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const database = await openDatabase(config);
  try {
    const demo = await createDemoAccounts(database.db, config.isProduction ? undefined : 'night-chart');
    const secrets = await openSecrets(config.dataDir, config.secretKey);
    const app = await createApp({ config, db: database.db, clock: systemClock, secrets });
    const stop = stopOnce(async () => {
      await app.close();
      await database.close();
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    await app.listen({ host: config.host, port: config.port });
    greet(config, database, demo);
  } catch (error) {
    await database.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse(config) : error;
  }
}

function portInUse(config: Config): StartError {
  return new StartError(
    `Port ${config.port} on ${config.host} is in use.`,
    `End the program that uses it, or choose another: PORT=${config.port + 1} npm start`,
  );
}

/** A second signal ends at once. */
function stopOnce(close: () => Promise<void>): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(error.message);
        process.exit(1);
      },
    );
  };
}

function greet(config: Config, database: OpenDatabase, demo: DemoAccount[]): void {
  const where =
    database.kind === 'embedded' ? `${config.dataDir} (embedded PostgreSQL)` : 'the database of DATABASE_URL';
  const lines = ['', `  Hexpedition is at  ${config.publicUrl}/map`, `  Data lies in       ${where}`];
  if (demo.length > 0) {
    lines.push('', '  Demo accounts (shown only now):');
    for (const { role, username, password } of demo)
      lines.push(`    ${role.padEnd(10)} ${username.padEnd(8)} ${password}`);
  } else {
    lines.push('', '  Lost a password?   npm run admin -- password <username>');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
