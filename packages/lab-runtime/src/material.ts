import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';

/** A generated file of an instance: a disk image, a capture, a note with wrong permissions. */
export interface MaterialFile {
  /** Path below `/material`, such as `evidence/night.pcap`. */
  path: string;
  content: string | Uint8Array;
  /** Permissions of the file; 0o644 by default. */
  mode?: number;
  /** Time of the last change, in 1970 or later; the start of the instance by default. */
  modifiedAt?: Date;
}

/**
 * The default export of a lab's `material.ts`: makes the files in `/material` of an instance's workspace from its
 * flags.
 */
export type Material = (flags: Record<string, string>) => MaterialFile[] | Promise<MaterialFile[]>;

/**
 * Makes the material in a separate sandbox beside the lab's program, and writes it to the standard output as an
 * archive.
 */
export async function writeMaterial(make: Material): Promise<void> {
  const dir = process.env.FLAG_DIR ?? '/flag';
  const flags = Object.fromEntries(
    readdirSync(dir).map((name) => [basename(name, '.txt'), readFileSync(join(dir, name), 'utf8')]),
  );
  const archive = pack();
  for (const { path, content, mode = 0o644, modifiedAt } of await make(flags)) {
    archive.entry({ name: path, mode, mtime: modifiedAt }, Buffer.from(content));
  }
  archive.finalize();
  // A reader that stops reading reports the reason itself
  await pipeline(archive, process.stdout).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
