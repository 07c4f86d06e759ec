import type { BackupSchedule, Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { claimDueBackup, finishBackup, releaseBackup, renewBackup } from './backup-runs.store.ts';
import { describeFailure, describeTarget, runBackup } from './run-backup.ts';

interface Deps {
  config: Pick<Config, 'dataDir' | 'storage'>;
  schedule: BackupSchedule;
  db: Db;
  databaseUrl: string;
  log: (line: string) => void;
}

const checkMs = 30_000;
const renewMs = 20_000;

/**
 * Makes the backups of the schedule. All nodes run it, and one of them makes each backup. The first one is due at once.
 * @returns `check` makes the backup that is due, if any; `stop` ends a running backup, which another node or the next start makes
 */
export function startBackupSchedule(deps: Deps): { check: () => Promise<void>; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const check = () => {
    running ??= makeDueBackup(deps, stopping.signal)
      .catch((error: Error) => deps.log(`Backup: ${error.message}`))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const timer = setInterval(check, checkMs);
  timer.unref();
  return {
    check,
    stop: async () => {
      clearInterval(timer);
      stopping.abort(new Error('The server stopped.'));
      await running;
    },
  };
}

async function makeDueBackup(deps: Deps, signal: AbortSignal): Promise<void> {
  const { config, schedule, db, databaseUrl, log } = deps;
  if (signal.aborted) return;
  const run = await claimDueBackup(db, schedule.at, describeTarget(schedule.to));
  if (run === undefined) return;
  const renewal = setInterval(() => renewBackup(db, run).catch(() => {}), renewMs);
  try {
    const { bytes, message } = await runBackup({
      source: { databaseUrl, dataDir: config.dataDir, storage: config.storage, withSecrets: false },
      ...{ key: { recipient: schedule.recipient }, to: schedule.to, keep: schedule.keep, now: new Date(), signal },
    });
    await finishBackup(db, run, { ok: true, bytes, message });
    log(`Backup: ${message}`);
  } catch (error) {
    if (signal.aborted) return await releaseBackup(db, run);
    const message = describeFailure(error);
    log(`Backup failed: ${message}`);
    await finishBackup(db, run, { ok: false, bytes: null, message });
  } finally {
    clearInterval(renewal);
  }
}
