import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DecryptionKey, readIdentityFile, readPassphraseFile } from '#features/backup/archive-keys';
import { archiveFile, archiveObject } from '#features/backup/backup-target';
import type { ArchiveSource } from '#features/backup/read-archive';
import { restoreBackup } from '#features/backup/restore-backup';
import { parseBackupTarget, readConfig } from '#platform/config';
import { StartError } from '#platform/start-error';
import { runWithArguments, typedPath } from './arguments.ts';

const usage = `Usage: npm run restore -- <file or s3://…/file> (--identity <file> | --passphrase-file <file>) [--dry-run]
  Restores an archive of npm run backup into an empty installation: an empty database, and a DATA_DIR without homes.
  It reads the whole archive first. If it is damaged, or newer than this program, nothing is changed.
  --identity         file with the age key of the recipient
  --passphrase-file  file whose first line is the passphrase
  --dry-run          only checks the archive and the installation`;

const options = {
  identity: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

await runWithArguments(usage, { options, operands: [1, 1] }, async ({ values, positionals: [archive = ''] }) => {
  const dryRun = values['dry-run'];
  const config = readConfig(process.env);
  const key = await readKey(values.identity, values['passphrase-file']);
  const { manifest, rows, files, unknownTables } = await restoreBackup(await openArchive(archive), key, config, dryRun);
  console.log(`${dryRun ? 'Checked' : 'Restored'}: the backup of ${manifest.created_at}, version ${manifest.version}.`);
  console.log(`${rows} rows of ${manifest.database.tables.length} tables, ${files} files.`);
  if (manifest.missing_media.length > 0)
    console.log(`${manifest.missing_media.length} files of lessons were already missing when the backup was made.`);
  if (unknownTables.length > 0)
    console.log(`Left out, because they are not the platform's: ${unknownTables.join(', ')}.`);
  const hasMasterKey = config.secretKey !== null || existsSync(join(config.dataDir, 'secrets', 'master.key'));
  if (!manifest.has_secrets && !hasMasterKey) {
    console.log(
      'The backup has no keys. Set SECRET_KEY, or copy secrets/master.key of the old DATA_DIR, before the first',
    );
    console.log('start. Otherwise sessions end, links in mails and authenticator apps stop working.');
  }
  console.log(dryRun ? 'Nothing was changed.' : 'Start the platform with npm start.');
});

async function readKey(identity?: string, passphrase?: string): Promise<DecryptionKey> {
  if (identity !== undefined) return readIdentityFile(typedPath(identity));
  if (passphrase !== undefined) return readPassphraseFile(typedPath(passphrase));
  throw new StartError(
    'The archive is encrypted, and no key is given.',
    'Use --identity <file> or --passphrase-file <file>.',
  );
}

async function openArchive(archive: string): Promise<ArchiveSource> {
  if (!archive.startsWith('s3:')) {
    if (existsSync(typedPath(archive))) return archiveFile(typedPath(archive));
    throw new StartError(`${typedPath(archive)} does not exist.`, 'Check the path of the archive.');
  }
  const target = parseBackupTarget(archive);
  if (target && 'storage' in target) return archiveObject(target);
  throw new StartError(
    'The address of the archive is not valid.',
    'Use s3://ACCESS_KEY:SECRET@host/bucket/hexpedition-….tar.age?region=…',
  );
}
