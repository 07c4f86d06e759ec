import { once } from 'node:events';
import { createGunzip } from 'node:zlib';

/** A tar ends with two blocks of zeros. */
const ending = 1024;

export interface ArchiveCheck {
  /** @throws Error when it is no archive, or unpacks to more than it may */
  push(bytes: Buffer): Promise<void>;
  /** @throws Error when something is missing at its end */
  end(): Promise<void>;
  close(): void;
}

/**
 * Tells whether a compressed archive is whole, without looking at what is in it: the learner's own programs could have stopped
 * what packed it, and half of a home must not replace the one before.
 * @param most bytes that it may unpack to
 */
export function createArchiveCheck(most: number): ArchiveCheck {
  const gunzip = createGunzip();
  let unpacked = 0;
  let last: Buffer = Buffer.alloc(0);
  let failed: Error | undefined;
  gunzip.on('error', (error) => {
    failed = new Error(`The archive is damaged: ${error.message}`);
  });
  gunzip.on('data', (bytes: Buffer) => {
    unpacked += bytes.length;
    last = bytes.length >= ending ? bytes.subarray(-ending) : Buffer.concat([last, bytes]).subarray(-ending);
    if (unpacked > most) gunzip.destroy(new Error('it unpacks to too much'));
  });
  const check = () => {
    if (failed) throw failed;
  };
  return {
    async push(bytes) {
      check();
      if (!gunzip.write(bytes)) await once(gunzip, 'drain').catch(check);
      check();
    },
    async end() {
      check();
      gunzip.end();
      await once(gunzip, 'end').catch(check);
      check();
      if (last.length < ending || last.some((byte) => byte !== 0)) throw new Error('The archive has no end.');
    },
    close: () => void gunzip.destroy(),
  };
}
