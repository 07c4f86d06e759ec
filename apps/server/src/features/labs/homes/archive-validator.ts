import { once } from 'node:events';
import { createGunzip } from 'node:zlib';

/** Length of the end of a tar archive: two blocks of zeros. */
const terminatorBytes = 1024;

export interface ArchiveValidator {
  /** @throws Error when the bytes are not an archive or unpack to too much */
  push(bytes: Buffer): Promise<void>;
  /** @throws Error when the end is missing */
  end(): Promise<void>;
  close(): void;
}

/**
 * Creates a validator that detects incomplete archives without parsing their content. The learner's own programs can stop
 * the process that creates the archive, and an incomplete archive must not replace the saved home.
 * @param maxUnpacked maximum unpacked size in bytes
 */
export function createArchiveValidator(maxUnpacked: number): ArchiveValidator {
  const gunzip = createGunzip();
  let unpacked = 0;
  let last: Buffer = Buffer.alloc(0);
  let failed: Error | undefined;
  gunzip.on('error', (error) => {
    failed = new Error(`The archive is damaged: ${error.message}`);
  });
  gunzip.on('data', (bytes: Buffer) => {
    unpacked += bytes.length;
    last =
      bytes.length >= terminatorBytes
        ? bytes.subarray(-terminatorBytes)
        : Buffer.concat([last, bytes]).subarray(-terminatorBytes);
    if (unpacked > maxUnpacked) gunzip.destroy(new Error('its unpacked size is too large'));
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
      if (last.length < terminatorBytes || last.some((byte) => byte !== 0))
        throw new Error('The archive is incomplete.');
    },
    close: () => void gunzip.destroy(),
  };
}
