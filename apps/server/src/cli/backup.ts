import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyPair, type EncryptionKey, readPassphraseFile } from '#features/backup/archive-keys';
import { finishBackup, startCommandBackup } from '#features/backup/backup-runs.store';
import { archiveNameAt } from '#features/backup/backup-target';
import { describeFailure, describeTarget, runBackup } from '#features/backup/run-backup';
import { parseBackupTarget, readConfig } from '#platform/config';
import { openDb } from '#platform/db/db';
import { openServer } from '#platform/db/open-database';
import { findTable } from '#platform/db/table-dump';
import { StartError } from '#platform/start-error';
import { runWithArguments, typedPath } from './arguments.ts';

const usage = `Usage: npm run backup -- [<file or folder>] [--to <folder or s3://…>] [--keep <number>] [--with-secrets]
                         [--recipient age1… | --passphrase-file <file>]
       npm run backup -- --new-key <file>
  Writes one encrypted archive with the database, homes and files of the platform, which can be running.
  --to               uploads the archive to a bucket; an interrupted upload of <file> continues. Default: BACKUP_TO
  --keep             deletes all but the newest archives that this command made, in the folder or the bucket
  --with-secrets     includes the keys of DATA_DIR/secrets
  --recipient        encrypts for the owner of this age key. Default: BACKUP_RECIPIENT
  --passphrase-file  encrypts with the passphrase in the first line of this file
  --new-key          creates an age key and prints its recipient. Keep the file on another machine`;

const options = {
  to: { type: 'string' },
  keep: { type: 'string' },
  'with-secrets': { type: 'boolean', default: false },
  recipient: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'new-key': { type: 'string' },
} as const;

interface Given {
  to?: string;
  keep?: string;
  'with-secrets': boolean;
  recipient?: string;
  'passphrase-file'?: string;
}

await runWithArguments(usage, { options, operands: [0, 1] }, async ({ values, positionals: [path] }) => {
  if (values['new-key'] === undefined) await backUp(values, path);
  else await createKey(typedPath(values['new-key']));
});

async function createKey(path: string): Promise<void> {
  const { identityFile, recipient } = await createKeyPair();
  await writeFile(path, identityFile, { mode: 0o600, flag: 'wx' });
  console.log(`The key is in ${path}. Keep it on another machine: without it no backup can be restored.`);
  console.log(`Recipient: ${recipient}`);
}

async function backUp(values: Given, given: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  const key = await readKey(values, config.backupRecipient);
  const keep = values.keep === undefined ? null : readKeep(values.keep);
  const path = given === undefined ? undefined : typedPath(given);
  const isFolder = path !== undefined && (given?.endsWith('/') || (existsSync(path) && statSync(path).isDirectory()));
  const to = values.to === undefined ? (path === undefined ? config.backupTo : null) : readTarget(values.to);
  const now = new Date();
  const file = path !== undefined && isFolder ? join(path, archiveNameAt(now)) : path;
  if (file === undefined && to === null) {
    throw new StartError('There is no place for the backup.', 'Name a file or a folder, or set --to or BACKUP_TO.');
  }
  const server = await openServer(config);
  const { db } = openDb(server.url, { prepared: config.databasePrepared });
  try {
    // Before an upgrade, the database may not have this table yet.
    const run =
      (await findTable(server.url, 'backup_runs')) && (await startCommandBackup(db, describeTarget(to, file)));
    const source = {
      ...{ databaseUrl: server.url, dataDir: config.dataDir, storage: config.storage },
      withSecrets: values['with-secrets'],
    };
    try {
      const { bytes, message } = await runBackup({ source, key, file, to, keep, now });
      if (run) await finishBackup(db, run, { ok: true, bytes, message });
      console.log(`${message} Size: ${(bytes / 1_000_000).toFixed(1)} MB.`);
    } catch (error) {
      if (run) await finishBackup(db, run, { ok: false, bytes: null, message: describeFailure(error) });
      throw error;
    }
  } finally {
    await db.destroy();
    await server.close();
  }
}

async function readKey(values: Given, recipient: string | null): Promise<EncryptionKey> {
  if (values['passphrase-file'] !== undefined) return readPassphraseFile(typedPath(values['passphrase-file']));
  const chosen = values.recipient ?? recipient;
  if (chosen) return { recipient: chosen };
  throw new StartError(
    'A backup is always encrypted, and no key is given.',
    'Create a key with npm run backup -- --new-key <file>, and pass its recipient: --recipient age1… or BACKUP_RECIPIENT. Or use --passphrase-file <file>.',
  );
}

function readTarget(text: string) {
  const to = parseBackupTarget(text.startsWith('s3:') ? text : typedPath(text));
  if (to) return to;
  throw new StartError(
    '--to is not the address of a bucket.',
    'Use s3://ACCESS_KEY:SECRET@host/bucket/prefix/?region=…',
  );
}

function readKeep(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new StartError(`--keep is "${text}".`, 'Use a whole number from 1.');
}
