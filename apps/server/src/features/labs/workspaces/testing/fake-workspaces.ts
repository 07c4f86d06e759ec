import { Duplex, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  HomeFileRefused,
  HomeUnreadable,
  type LabDriver,
  NoWorkspace,
  type StartSpec,
  type Terminal,
  type TerminalSize,
  WorkspaceFull,
} from '@hexpedition/lab-runtime';

type WorkspaceCalls = Pick<
  LabDriver,
  'openTerminal' | 'runInWorkspace' | 'saveHome' | 'hasHomeChanged' | 'listHome' | 'readHomeFile' | 'writeHomeFile'
>;

interface FakeWorkspace {
  files: Map<string, Buffer>;
  isDirty: boolean;
  terminals: Set<FakeTerminal>;
}

export interface FakeTerminal extends Terminal {
  sizes: TerminalSize[];
  /** Number of output bytes so far. */
  shown: number;
  typed: string;
}

export interface FakeWorkspaces extends WorkspaceCalls {
  open(ref: string, spec: StartSpec): Promise<void>;
  close(ref: string): void;
  /** Files of a running instance, path → content. */
  filesOf(ref: string): Map<string, Buffer>;
  terminalsOf(ref: string): FakeTerminal[];
  /** References of running workspaces, newest last. */
  refs(): string[];
  /** Error of all saves; undefined lets them succeed. */
  saveError: Error | undefined;
  /** Whether new instances report that some files of their home could not be restored. */
  restoresPartly: boolean;
  /** Number of saves. */
  saves: number;
}

/**
 * Creates workspaces without a real shell. Homes are in memory, and a terminal echoes its input. It has the commands
 * `put <path> <text>`, `flood` (endless output) and `exit`.
 */
export function createFakeWorkspaces(): FakeWorkspaces {
  const running = new Map<string, FakeWorkspace>();

  function workspaceOf(ref: string): FakeWorkspace {
    const workspace = running.get(ref);
    if (!workspace) throw new NoWorkspace('The workspace is not running.');
    return workspace;
  }

  const fake: FakeWorkspaces = {
    saveError: undefined,
    restoresPartly: false,
    saves: 0,
    async open(ref, { lab, home }) {
      if (!lab.workspace) return;
      const files = home ? unpack(await buffer(home)) : new Map<string, Buffer>();
      running.set(ref, { files, isDirty: false, terminals: new Set() });
    },
    close(ref) {
      for (const terminal of running.get(ref)?.terminals ?? []) terminal.close();
      running.delete(ref);
    },
    filesOf: (ref) => workspaceOf(ref).files,
    terminalsOf: (ref) => [...workspaceOf(ref).terminals],
    refs: () => [...running.keys()],
    async openTerminal(ref, size) {
      const workspace = workspaceOf(ref);
      if (workspace.terminals.size >= 6) throw new WorkspaceFull('Six terminals are open.');
      const terminal = createEcho(workspace, size);
      workspace.terminals.add(terminal);
      terminal.stream.on('close', () => workspace.terminals.delete(terminal));
      return terminal;
    },
    async runInWorkspace(ref) {
      workspaceOf(ref);
      return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    },
    async saveHome(ref) {
      const workspace = workspaceOf(ref);
      if (fake.saveError) throw fake.saveError;
      fake.saves++;
      workspace.isDirty = false;
      return Readable.from([pack(workspace.files)]);
    },
    hasHomeChanged: async (ref) => workspaceOf(ref).isDirty,
    listHome: async (ref, limit) =>
      [...workspaceOf(ref).files]
        .slice(0, limit)
        .map(([path, content]) => ({ path, bytes: content.length, modifiedAt: new Date(0) })),
    async readHomeFile(ref, path, limit) {
      const content = workspaceOf(ref).files.get(path);
      if (!content) return undefined;
      return Readable.from(
        (function* () {
          yield content.subarray(0, limit);
          if (content.length > limit) throw new Error('The file is too large.');
        })(),
      );
    },
    async writeHomeFile(ref, path, content) {
      const workspace = workspaceOf(ref);
      if (path === 'a-folder') throw new HomeFileRefused('A folder has that name.');
      workspace.files.set(path, content);
      workspace.isDirty = true;
    },
  };
  return fake;
}

/** Packs files into an archive that ends with two blocks of zeros, as a tar archive does. */
export function pack(files: Map<string, Buffer>): Buffer {
  const entries = [...files].map(([path, content]) => [path, content.toString('base64')]);
  return gzipSync(Buffer.concat([Buffer.from(JSON.stringify(entries)), Buffer.alloc(1024)]));
}

function unpack(archive: Buffer): Map<string, Buffer> {
  try {
    const entries = JSON.parse(gunzipSync(archive).toString().replaceAll('\0', '')) as [string, string][];
    return new Map(entries.map(([path, content]) => [path, Buffer.from(content, 'base64')]));
  } catch {
    throw new HomeUnreadable('The archive is damaged.');
  }
}

function createEcho(workspace: FakeWorkspace, size: TerminalSize): FakeTerminal {
  let isFlooding = false;
  let line = '';
  const show = (bytes: Buffer) => {
    terminal.shown += bytes.length;
    return stream.push(bytes);
  };
  const flood = () => {
    if (stream.destroyed) return;
    isFlooding = show(Buffer.alloc(16 * 1024, 'y\n'));
    if (isFlooding) setImmediate(flood);
  };
  const stream = new Duplex({
    read() {
      if (line.startsWith('flood') && !isFlooding) flood();
    },
    write(chunk: Buffer, _encoding, done) {
      workspace.isDirty = true;
      terminal.typed += chunk.toString();
      show(chunk);
      const text = chunk.toString();
      line = text.includes('\n') ? text : line + text;
      const [word, path = '', ...rest] = line.trim().split(' ');
      if (word === 'put') workspace.files.set(path, Buffer.from(rest.join(' ')));
      if (word === 'flood') flood();
      if (word === 'exit') terminal.close();
      done();
    },
  });
  const terminal: FakeTerminal = {
    stream,
    sizes: [size],
    shown: 0,
    typed: '',
    resize: (next) => void terminal.sizes.push(next),
    close() {
      if (stream.destroyed) return;
      stream.push(null);
      stream.destroy();
    },
  };
  show(Buffer.from('$ '));
  return terminal;
}
