import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pack } from 'tar-stream';
import { createEncrypter, type EncryptionKey, toWebStream } from './archive-keys.ts';
import { type Manifest, manifestName } from './archive-manifest.ts';

/** A file of an archive. */
export interface Part {
  path: string;
  size: number;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface ArchiveOptions {
  key: EncryptionKey;
  scryptLogN?: number;
}

/** Bytes that are encrypted without giving other work a turn, about a millisecond. */
const sliceBytes = 64 * 1024;

/**
 * Writes an archive: a tar file, encrypted with age (https://age-encryption.org/v1), so the programs `age` and `tar` can read it too.
 * @param parts read one after another
 * @param describe called after the last part; it returns the rest of the manifest
 */
export async function* writeArchive(
  parts: AsyncIterable<Part>,
  describe: () => Promise<Omit<Manifest, 'parts'>>,
  { key, scryptLogN }: ArchiveOptions,
): AsyncGenerator<Uint8Array> {
  const tar = pack();
  const filling = fill(tar, parts, describe).catch((error: Error) => tar.destroy(error));
  const encrypted = await createEncrypter(key, scryptLogN).encrypt(toWebStream(inSlices(tar)));
  yield* encrypted as unknown as AsyncIterable<Uint8Array>;
  await filling;
}

async function fill(
  tar: ReturnType<typeof pack>,
  parts: AsyncIterable<Part>,
  describe: () => Promise<Omit<Manifest, 'parts'>>,
): Promise<void> {
  const written: Manifest['parts'] = [];
  for await (const { path, size, bytes } of parts) {
    const sum = createHash('sha256');
    const entry = tar.entry({ name: path, size, mode: 0o600 });
    let length = 0;
    for await (const chunk of bytes) {
      sum.update(chunk);
      length += chunk.length;
      if (!entry.write(chunk)) await once(entry, 'drain');
    }
    if (length !== size) throw new Error(`${path} has ${length} instead of ${size} bytes.`);
    const finished = once(entry, 'finish');
    entry.end(undefined);
    await finished;
    written.push({ path, size, sha256: sum.digest('hex') });
  }
  const manifest: Manifest = { ...(await describe()), parts: written };
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(manifest), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  tar.finalize();
}

/** Splits chunks and lets the server answer requests between them: the encryption runs in this thread. */
async function* inSlices(stream: ReturnType<typeof pack>): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      yield bytes.subarray(at, at + sliceBytes);
      await nextTurn();
    }
  }
}
