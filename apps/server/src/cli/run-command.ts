import { useStorage } from '#features/media/media.public';
import { type Config, readConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { openDatabase } from '#platform/db/open-database';
import { reportFailure } from './arguments.ts';

export interface Command {
  db: Db;
  config: Config;
  args: string[];
}

/**
 * Runs a command that needs the database: opens the database, runs, prints, closes, and sets the exit code.
 * @param usage printed with exit code 2 if `run` returns undefined
 */
export async function runCommand(usage: string, run: (command: Command) => Promise<string | undefined>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help')) {
    console.log(usage);
    process.exitCode = args.length === 0 ? 2 : 0;
    return;
  }
  try {
    const config = readConfig(process.env);
    const database = await openDatabase(config);
    try {
      useStorage(database.db, config.storage, { warn: (reason) => console.error(`Storage: ${reason}`) });
      const text = await run({ db: database.db, config, args });
      if (text === undefined) process.exitCode = 2;
      console.log(text ?? usage);
    } finally {
      await database.close();
    }
  } catch (error) {
    reportFailure(error);
  }
}
