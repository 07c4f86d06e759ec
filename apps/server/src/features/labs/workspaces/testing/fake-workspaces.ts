import { Duplex, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  HomeFileRefused,
  HomeUnreadable,
  type LabRuntime,
  NoWorkspace,
  type StartSpec,
  type Terminal,
  type TerminalSize,
  WorkspaceFull,
} from '@hexpedition/lab-runtime';

type WorkspaceCalls = Pick<
  LabRuntime,
  'openTerminal' | 'runInWorkspace' | 'saveHome' | 'hasHomeChanged' | 'listHome' | 'readHomeFile' | 'writeHomeFile'
>;

interface FakeWorkspace {
  files: Map<string, Buffer>;
  isDirty: boolean;
  terminals: Set<FakeTerminal>;
}

export interface FakeTerminal extends Terminal {
  sizes: TerminalSize[];
  /** Bytes that were shown so far. */
  shown: number;
  typed: string;
}

export interface FakeWorkspaces extends WorkspaceCalls {
  open(ref: string, spec: StartSpec): Promise<void>;
  close(ref: string): void;
  /** Path → content, of an instance that runs. */
  filesOf(ref: string): Map<string, Buffer>;
  terminalsOf(ref: string): FakeTerminal[];
  /** Those that run, the newest last. */
  refs(): string[];
  /** The next saves fail with this. */
  saveError: Error | undefined;
  /** How often a home was saved. */
  saves: number;
}

/**
 * Workspaces without a shell: homes are kept in memory, and a terminal says again what is typed. Lines that it knows:
 * `put <path> <text>`, `flood` (shows things without end), `exit`.
 */
export function createFakeWorkspaces(): FakeWorkspaces {
  const running = new Map<string, FakeWorkspace>();

  function of(ref: string): FakeWorkspace {
    const workspace = running.get(ref);
    if (!workspace) throw new NoWorkspace('It does not run.');
    return workspace;
  }

  const fake: FakeWorkspaces = {
    saveError: undefined,
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
    filesOf: (ref) => of(ref).files,
    terminalsOf: (ref) => [...of(ref).terminals],
    refs: () => [...running.keys()],
    async openTerminal(ref, size) {
      const workspace = of(ref);
      if (workspace.terminals.size >= 6) throw new WorkspaceFull('Six are open.');
      const terminal = createEcho(workspace, size);
      workspace.terminals.add(terminal);
      terminal.stream.on('close', () => workspace.terminals.delete(terminal));
      return terminal;
    },
    async runInWorkspace(ref) {
      of(ref);
      return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    },
    async saveHome(ref) {
      const workspace = of(ref);
      if (fake.saveError) throw fake.saveError;
      fake.saves++;
      workspace.isDirty = false;
      return Readable.from([pack(workspace.files)]);
    },
    hasHomeChanged: async (ref) => of(ref).isDirty,
    listHome: async (ref, limit) =>
      [...of(ref).files]
        .slice(0, limit)
        .map(([path, content]) => ({ path, bytes: content.length, modifiedAt: new Date(0) })),
    async readHomeFile(ref, path, limit) {
      const content = of(ref).files.get(path);
      if (!content) return undefined;
      return Readable.from(
        (function* () {
          yield content.subarray(0, limit);
          if (content.length > limit) throw new Error('It is too large.');
        })(),
      );
    },
    async writeHomeFile(ref, path, content) {
      const workspace = of(ref);
      if (path === 'a-folder') throw new HomeFileRefused('A folder has that name.');
      workspace.files.set(path, content);
      workspace.isDirty = true;
    },
  };
  return fake;
}

/** As a tar does, it ends with two blocks of zeros. */
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
