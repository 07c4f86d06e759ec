import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '#platform/config';
import { isDiskFull } from '#platform/db/database-errors';
import { diskFull } from '#platform/embedded-postgres/embedded-postgres';
import { openStartUpServer } from '#platform/http/start-up-server';
import { logFormatOf, openProcessLog } from '#platform/log';
import { StartError } from '#platform/start-error';
import { keepTickObject } from '#platform/tick-object';
import { startPrimary } from './start-primary.ts';
import { startWorker } from './start-worker.ts';

const isPortInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

keepTickObject();
const log = openProcessLog(logFormatOf(process.env.LOG_FORMAT));

try {
  const config = readConfig(process.env);
  if (cluster.isWorker) await startWorker(config, log);
  else {
    await start(config).catch((error) => {
      if (isPortInUse(error)) throw portInUse(config);
      throw isDiskFull(error) ? diskFull(config.dataDir) : error;
    });
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  log.fatal(error.message, error.remedy);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const startUp = await openStartUpServer(config);
  try {
    await startPrimary(config, startUp, {
      script: fileURLToPath(import.meta.url),
      isSetup: process.argv.includes('--setup'),
      log,
    });
  } finally {
    await startUp.close();
  }
}

function portInUse(config: Config): StartError {
  return new StartError(
    `Port ${config.port} on ${config.host} is in use.`,
    `Stop the program that uses it, or choose another port: PORT=${config.port + 1} npm start`,
  );
}
