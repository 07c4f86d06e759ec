import { pipeline, Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HomeFile, HomeFileRefused, HomeUnreadable } from '../runtime.ts';
import type { Workspace } from './workspace.ts';

/*
 * Every operation on a home runs inside its workspace, so the host never follows a path that the learner has made. A
 * learner can change the output of these operations, so nothing here trusts it to be more than bytes.
 */

/** Size of an archive in addition to its files: names, and headers of half a kilobyte. */
const ARCHIVE_ROOM = 32 * 1024 * 1024;
/** Milliseconds for writing a home or an archive of it. */
const TIME_LIMIT = 60_000;

// Without these permissions the owner could not read a file, or a folder with everything in it, and would lose it.
// Status 1 of tar: a file changed meanwhile
const SAVE = `
cd && find . \\( -type d ! -perm -u=rwx -exec chmod u+rwx {} \\; \\) -o \\( -type f ! -perm -u=r -exec chmod u+r {} + \\)
tar --create --sparse --sort=name --ignore-failed-read . | gzip -1
status=("\${PIPESTATUS[@]}")
[ "\${status[0]}" -le 1 ] && [ "\${status[1]}" = 0 ]`;

/**
 * Exit status of `RESTORE` if tar could not unpack every file (status 2), such as one with a very long path.
 */
const RESTORED_PARTLY = 3;
const RESTORE = `
cd && gzip -d | tar --extract --preserve-permissions
status=("\${PIPESTATUS[@]}")
[ "\${status[0]}" = 0 ] || exit 1
[ "\${status[1]}" = 2 ] && [ -n "$(ls -A)" ] && exit ${RESTORED_PARTLY}
exit "\${status[1]}"`;

/** Saves a home, and tracks whether it has changed. */
export interface Home {
  /**
   * Returns the archive, which ends with an error if it is incomplete. Ends the learner's programs if they leave no
   * process for it.
   */
  save(): Promise<Readable>;
  /** False if nothing has run since the last complete save. */
  hasChanged(): boolean;
  /** Marks the home as changed, before the platform changes it. */
  touch(): void;
}

export function watchHome(workspace: Workspace, homeBytes: number): Home {
  let touched = 0;
  let saved = { touched, mark: '' };
  return {
    touch: () => {
      touched++;
    },
    hasChanged: () => touched !== saved.touched || workspace.activity().mark !== saved.mark,
    save: async () => {
      await workspace.relieve();
      const now = { touched, mark: workspace.activity().mark };
      return saveHome(workspace, homeBytes, () => {
        saved = now;
      });
    },
  };
}

async function saveHome(workspace: Workspace, homeBytes: number, done: () => void): Promise<Readable> {
  const { stream, status } = await workspace.run(quiet(SAVE));
  stream.end();
  const timer = setTimeout(() => stream.destroy(new Error('It took too long to save the home.')), TIME_LIMIT);
  let left = homeBytes + ARCHIVE_ROOM;
  const archive = new Transform({
    transform: (chunk: Buffer, _, next) => {
      left -= chunk.length;
      next(left < 0 ? new Error('The archive of the home is too large.') : null, chunk);
    },
    flush: async (finish) => {
      finish((await status) === 0 ? null : new Error('The home could not be saved.'));
    },
  });
  archive.once('end', done);
  // A caller that destroys the archive also ends the script, even while the script writes nothing
  pipeline(stream, archive, () => clearTimeout(timer));
  return archive;
}

/**
 * Unpacks an archive into an empty home. Returns whether all files could be unpacked. Throws `HomeUnreadable` if none
 * could.
 */
export async function restoreHome(workspace: Workspace, archive: Readable): Promise<boolean> {
  const status = await feed(workspace, RESTORE, archive).catch(() => {
    throw new HomeUnreadable('The kept home could not be read.');
  });
  if (status !== 0 && status !== RESTORED_PARTLY) throw new HomeUnreadable('The kept home could not be unpacked.');
  return status === 0;
}

/** Runs a script that reads `source`. Returns its exit status, or null after the time limit. */
async function feed(workspace: Workspace, script: string, source: Readable): Promise<number | null> {
  const { stream, status } = await workspace.run(quiet(script));
  stream.resume();
  try {
    const timeout = sleep(TIME_LIMIT, null, { ref: false });
    const fed = (async () => {
      for await (const chunk of source) {
        if (stream.closed) return;
        await new Promise<void>((done) => stream.write(chunk, () => done()));
      }
      stream.end();
    })();
    return await Promise.race([fed.then(() => status), status, timeout]);
  } finally {
    source.destroy();
    stream.destroy();
  }
}

/** Lists regular files, sorted by name. */
export async function listHome(workspace: Workspace, limit: number): Promise<HomeFile[]> {
  const script = `cd && find . -xdev -type f -printf '%s %T@ %P\\0' | head -z -n ${Math.trunc(limit)}`;
  const output = await collect(workspace, script, [], limit * 4200);
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line): HomeFile[] => {
      const [, bytes, seconds, path = ''] = /^(\d+) (\d+)[.\d]* (.+)$/s.exec(line) ?? [];
      // A name that is not valid UTF-8 could not be requested later
      if (!isPath(path) || path.includes('\ufffd')) return [];
      return [{ path, bytes: Number(bytes), modifiedAt: new Date(Number(seconds) * 1000) }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns undefined for anything but a regular file. The stream ends with an error after `limit` bytes. */
export async function readHomeFile(workspace: Workspace, path: string, limit: number): Promise<Readable | undefined> {
  if (!isPath(path)) return undefined;
  const script = `
    IFS= read -r -d '' path
    cd && [ -f "./$path" ] && [ ! -L "./$path" ] && exec 4<"./$path" || exit 1
    printf y && exec head -c ${Math.trunc(limit) + 1} <&4`;
  const { stream, status } = await workspace.run(quiet(script));
  stream.end(`${path}\0`);
  const timer = setTimeout(() => stream.destroy(new Error('It took too long to read the file.')), TIME_LIMIT);
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) {
    clearTimeout(timer);
    return undefined;
  }
  async function* content(start: Buffer) {
    try {
      let left = limit - start.length;
      yield start;
      for (let next = await chunks.next(); left >= 0 && !next.done; next = await chunks.next()) {
        left -= next.value.length;
        if (left >= 0) yield next.value;
      }
      if (left < 0) throw new Error('The file is too large.');
      if ((await status) !== 0) throw new Error('The file could not be read to its end.');
    } finally {
      clearTimeout(timer);
      stream.destroy();
    }
  }
  return Readable.from(content(first.value.subarray(1)), { objectMode: false });
}

const rejections: Record<string, string> = {
  folder: 'A folder has that name.',
  above: 'A file has the name of a folder in this path.',
  full: 'The home is full.',
};

/** Writes a file and creates the folders above it. Throws `HomeFileRefused`. */
export async function writeHomeFile(workspace: Workspace, path: string, content: Buffer): Promise<void> {
  if (!isPath(path)) throw new HomeFileRefused('This is not a valid file name.');
  // Writes a new file first, and replaces the old one when it is complete
  const script = `
    IFS= read -r -d '' path
    cd && path=./$path
    [ -d "$path" ] && { printf folder; exit; }
    mkdir -p -- "\${path%/*}" || { printf above; exit; }
    draft=$(mktemp -- "\${path%/*}/.draft-XXXXXX") || { printf full; exit; }
    head -c ${content.length} >"$draft" && [ "$(stat -c %s -- "$draft")" = ${content.length} ] &&
      chmod 644 -- "$draft" && mv -fT -- "$draft" "$path" && printf done || { rm -f -- "$draft"; printf full; }`;
  const output = (await collect(workspace, script, [`${path}\0`, content], 100)).toString();
  if (output !== 'done') throw new HomeFileRefused(rejections[output] ?? 'The file could not be written.');
}

/** Runs a script and returns its output. */
async function collect(
  workspace: Workspace,
  script: string,
  input: (string | Buffer)[],
  limit: number,
): Promise<Buffer> {
  const { stream } = await workspace.run(quiet(script));
  const timer = setTimeout(() => stream.destroy(new Error('The workspace did not answer in time.')), TIME_LIMIT);
  for (const part of input) stream.write(part);
  stream.end();
  const chunks: Buffer[] = [];
  let left = limit;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw new Error('The output of the workspace is too long.');
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Discards error messages, so that they do not mix with the output. */
const quiet = (script: string) => `exec 2>/dev/null\n${script}`;

/** Returns whether a path is relative to the home and does not leave it. */
function isPath(path: string): boolean {
  const names = path.split('/');
  return (
    Buffer.byteLength(path) <= 1000 &&
    !path.includes('\0') &&
    names.every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 255)
  );
}
