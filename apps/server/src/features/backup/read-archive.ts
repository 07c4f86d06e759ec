import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { extract } from 'tar-stream';
import { StartError } from '#platform/start-error';
import { createDecrypter, type DecryptionKey, toWebStream } from './archive-keys.ts';
import { archiveFormat, Manifest, manifestName, partPaths } from './archive-manifest.ts';

/** An archive that can be read several times. */
export interface ArchiveSource {
  /** For messages. */
  name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** A file of an archive. Its bytes must be read before the next file. */
interface Entry {
  path: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

const damaged = ({ name }: ArchiveSource, reason: string) =>
  new StartError(
    `${name} is damaged or incomplete: ${reason}. Nothing was changed.`,
    'Copy the archive again, or use another backup.',
  );

/** Decrypts an archive and yields its files. @throws StartError for a wrong key and for a damaged archive */
async function* readEntries(source: ArchiveSource, key: DecryptionKey): AsyncGenerator<Entry> {
  const decrypted = await decrypt(source, key);
  const tar = extract();
  const feeding = feed(tar, decrypted).catch((error: Error) => tar.destroy(error));
  try {
    for await (const entry of tar) {
      const bytes = explainErrors(source, entry as AsyncIterable<Uint8Array>);
      yield { path: entry.header.name, size: entry.header.size ?? 0, bytes };
    }
    await feeding;
  } catch (error) {
    throw explain(source, error);
  } finally {
    tar.destroy();
  }
}

async function* explainErrors(source: ArchiveSource, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw explain(source, error);
  }
}

const explain = (source: ArchiveSource, error: unknown): unknown =>
  isReadError(error) || error instanceof StartError ? error : damaged(source, (error as Error).message);

/** True for errors of the file system and the bucket, which say nothing about the archive. */
const isReadError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'BucketError' || /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code)));

async function decrypt(source: ArchiveSource, key: DecryptionKey): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = createDecrypter(key);
  try {
    return (await decrypter.decrypt(toWebStream(source.open()))) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (isReadError(error)) throw error;
    const { message } = error as Error;
    if (/no identity matched|passphrase/i.test(message)) {
      throw new StartError(
        `The key does not open ${source.name}. Nothing was changed.`,
        'Use the identity file of the recipient, or the passphrase, for which the backup was made.',
      );
    }
    throw damaged(source, `it does not begin like an archive of npm run backup (${message})`);
  }
}

async function feed(tar: ReturnType<typeof extract>, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) {
    if (!tar.write(chunk)) await drainOrClose(tar);
    if (tar.destroyed) return;
    await nextTurn();
  }
  tar.end(undefined);
}

const drainOrClose = (tar: ReturnType<typeof extract>): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      tar.off('drain', done);
      tar.off('close', done);
      resolve();
    };
    tar.on('drain', done);
    tar.on('close', done);
  });

/**
 * Reads a whole archive and compares every file with the manifest.
 * @returns the manifest
 * @throws StartError for a wrong key, a damaged or incomplete archive, and one of another format
 */
export async function verifyArchive(source: ArchiveSource, key: DecryptionKey): Promise<Manifest> {
  const found: Manifest['parts'] = [];
  let manifest: Manifest | undefined;
  for await (const { path, size, bytes } of readEntries(source, key)) {
    if (manifest) throw damaged(source, `it continues after ${manifestName}`);
    if (path === manifestName) {
      manifest = parseManifest(source, await buffer(bytes));
      continue;
    }
    const sum = createHash('sha256');
    for await (const chunk of bytes) sum.update(chunk);
    found.push({ path, size, sha256: sum.digest('hex') });
  }
  if (!manifest) throw damaged(source, `${manifestName} is missing`);
  const { parts } = manifest;
  if (parts.length !== found.length) throw damaged(source, `it has ${found.length} of ${parts.length} files`);
  for (const [i, { path, size, sha256 }] of parts.entries()) {
    const one = found[i];
    if (one?.path !== path || one.size !== size || one.sha256 !== sha256)
      throw damaged(source, `${path} has another checksum than in ${manifestName}`);
    if (!Object.values(partPaths).some((pattern) => pattern.test(path)))
      throw damaged(source, `it contains the unexpected file ${path}`);
  }
  return manifest;
}

function parseManifest(source: ArchiveSource, bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw damaged(source, `${manifestName} is not valid`);
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (typeof format === 'number' && format !== archiveFormat) {
    throw new StartError(
      `${source.name} has the archive format ${format}; this program reads the format ${archiveFormat}.`,
      `Install the version that made it (${String(version)}) or a newer one, and restore again.`,
    );
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) throw damaged(source, `${manifestName} is not valid`);
  return parsed.data;
}

/** Reads a verified archive again and yields its files except the manifest. Verifies the checksums again. */
export async function* readParts(source: ArchiveSource, key: DecryptionKey, manifest: Manifest): AsyncGenerator<Entry> {
  const sums = new Map(manifest.parts.map(({ path, sha256 }) => [path, sha256]));
  for await (const { path, size, bytes } of readEntries(source, key)) {
    // Read to its end, because the archive does not continue before.
    if (path === manifestName) await buffer(bytes);
    else yield { path, size, bytes: checked(bytes, sums.get(path), () => damaged(source, `${path} has changed`)) };
  }
}

async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  sha256: string | undefined,
  createError: () => Error,
): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256');
  for await (const chunk of bytes) {
    sum.update(chunk);
    yield chunk;
  }
  if (sum.digest('hex') !== sha256) throw createError();
}
