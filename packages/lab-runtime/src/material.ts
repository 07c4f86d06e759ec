import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';

/** A file that an instance is given: a disk image, a capture, a note with careless rights. */
export interface MaterialFile {
  /** From `/material` on, such as `evidence/night.pcap`. */
  path: string;
  content: string | Uint8Array;
  /** Rights of the file, 0o644 unless told otherwise. */
  mode?: number;
  /** When it was last changed, in 1970 or later; the time of the start unless told otherwise. */
  modifiedAt?: Date;
}

/** The default export of a lab's `material.ts`: what lies in `/material` of the instance's workspace, made for its flags. */
export type Material = (flags: Record<string, string>) => MaterialFile[] | Promise<MaterialFile[]>;

/** Runs beside the lab's program, in a sandbox of its own, and writes what is made as an archive to the standard output. */
export async function giveOut(make: Material): Promise<void> {
  const dir = process.env.FLAG_DIR ?? '/flag';
  const flags = Object.fromEntries(
    readdirSync(dir).map((name) => [basename(name, '.txt'), readFileSync(join(dir, name), 'utf8')]),
  );
  const archive = pack();
  for (const { path, content, mode = 0o644, modifiedAt } of await make(flags)) {
    archive.entry({ name: path, mode, mtime: modifiedAt }, Buffer.from(content));
  }
  archive.finalize();
  // Who stops reading knows why, and says so
  await pipeline(archive, process.stdout).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
