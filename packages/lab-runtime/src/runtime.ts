import type { Duplex, Readable } from 'node:stream';
import type { LabManifest, Risk } from './manifest.ts';

/** How strongly a driver separates a lab from the host, from weakest to strongest. */
export const isolations = ['none', 'process', 'namespaced', 'container', 'vm'] as const;
export type Isolation = (typeof isolations)[number];

/** Where an instance answers HTTP. */
export type Endpoint = { kind: 'unix'; path: string } | { kind: 'tcp'; host: string; port: number };

export interface Capabilities {
  isolation: Isolation;
  /** True where the driver enforces limits of memory, processes and file size, and not only asks for them. */
  hardLimits: boolean;
  /** What keeps it from being stronger, as a sentence for the operator; null when it is as strong as it can be. */
  advice: string | null;
  /** Whether it can give a learner a shell, and which programs one finds there. */
  workspace: {
    /** Why there are none, as a sentence for the operator; null where there are. */
    problem: string | null;
    /** True where this program can be run in a workspace. */
    has(tool: string): boolean;
  };
}

/** What a lab's workspace is made of. */
export interface Workspace {
  tools: string[];
  /** Bytes that the home may hold; a hard limit. */
  homeBytes: number;
  /** Where the instance's own socket is inside; null where the workspace doesn't reach the program. */
  socket: string | null;
}

/** A lab made ready to start: made by `prepare`, the same for all its instances. */
export interface PreparedLab {
  slug: string;
  /** Hash of the lab's whole folder (see `loadLab`). */
  version: string;
  risk: Risk;
  serves: 'http' | 'socket';
  workspace: Workspace | null;
  /** What the driver made of it: the folder that is mounted, the image that is run. */
  dir: string;
}

export interface StartSpec {
  lab: PreparedLab;
  /** Flag id → flag. Delivered as files (`/flag/<id>.txt`), never in arguments or the environment. */
  flags: Record<string, string>;
  /**
   * The learner's kept home, as `saveHome` gave it; null for a new one, which holds the lab's `workspace/` folder. Only
   * for a lab with a workspace.
   */
  home?: Readable | null;
}

/** A shell with a terminal of its own. Several can be open in one workspace. */
export interface Terminal {
  /** What is typed and what is shown; ends when the shell has ended. Respects backpressure. */
  stream: Duplex;
  resize(size: TerminalSize): void;
  /** Ends the shell and what it runs in the foreground; does nothing if it has ended. */
  close(): void;
}

/** In characters: 1 to 500 each. */
export interface TerminalSize {
  columns: number;
  rows: number;
}

export interface HomeFile {
  /** From the home on, without a leading slash. */
  path: string;
  bytes: number;
  modifiedAt: Date;
}

export interface Started {
  /** The driver's name for the instance: what all other calls take. */
  ref: string;
  endpoint: Endpoint;
}

export interface InstanceState {
  ref: string;
  slug: string;
  state: 'running' | 'exited';
  /** Why it ended, as a sentence; null while it runs. */
  reason: string | null;
  /** The last 16 KB that it wrote, for the operator; never shown to learners. */
  output: string;
}

export interface InstanceStats {
  /** CPU time of all its processes that live, in milliseconds. */
  cpuMs: number;
  /** Memory of all its processes, in bytes: what is resident, and the tables of its pages. */
  memory: number;
  processes: number;
}

/**
 * Starts and stops instances of labs. Knows no users, no database and no rules about who may start what.
 * An instance never outlives the process that started it.
 */
export interface LabRuntime {
  capabilities(): Capabilities;
  /** Builds what instances share. Cheap when nothing has changed. Throws `LabBuildError`. */
  prepare(lab: LabFolder): Promise<PreparedLab>;
  /**
   * Builds a copy in which the learner's own sources stand in for the lab's. What they build runs as `code-exec`, whatever
   * the risk of the lab. Files are only read from the lab's folder, and nothing of the learner's runs outside a sandbox, the
   * compiler included. Throws `LabBuildError`, whose message the learner reads. `discard` it when it is not needed any more.
   */
  prepareRepair(lab: LabFolder, files: Record<string, string>): Promise<PreparedLab>;
  discard(lab: PreparedLab): Promise<void>;
  /** Returns once the instance answers HTTP. Throws `IsolationUnavailable`, `HomeUnreadable` or `StartFailed`. */
  start(spec: StartSpec): Promise<Started>;
  /** Undefined when the driver doesn't know the instance (never did, or it was stopped). */
  inspect(ref: string): Promise<InstanceState | undefined>;
  /** All instances that were not stopped, also those that ended by themselves. */
  list(): Promise<InstanceState[]>;
  /** Ends the instance and forgets it. Does nothing if there is no such instance. */
  stop(ref: string): Promise<void>;
  /** Undefined when it doesn't run. Counts the workspace too. */
  stats(ref: string): Promise<InstanceStats | undefined>;
  /** Opens a shell in the workspace. Throws `NoWorkspace`, or `WorkspaceFull` where as many are open as can be. */
  openTerminal(ref: string, size: TerminalSize): Promise<Terminal>;
  /**
   * Runs a script with the workspace's shell, without a terminal: what it reads and writes is the stream's, which ends with
   * it. For exploits. Throws as `openTerminal` does.
   */
  runInWorkspace(ref: string, script: string): Promise<Duplex>;
  /** The home as a compressed archive, to be given to `start` again. Throws `NoWorkspace`. */
  saveHome(ref: string): Promise<Readable>;
  /** Whether anything ran in the workspace since the home was last saved: a home that nobody touched need not be saved. */
  hasHomeChanged(ref: string): Promise<boolean>;
  /** Regular files in the home, at most `limit`. Throws `NoWorkspace`. */
  listHome(ref: string, limit: number): Promise<HomeFile[]>;
  /** Undefined when it isn't a regular file. Ends with an error after `limit` bytes. Throws `NoWorkspace`. */
  readHomeFile(ref: string, path: string, limit: number): Promise<Readable | undefined>;
  /** Makes the folders above it too. Throws `HomeFileRefused` (the home is full, a folder has that name) or `NoWorkspace`. */
  writeHomeFile(ref: string, path: string, content: Buffer): Promise<void>;
  /** Stops everything and frees what the driver holds. */
  close(): Promise<void>;
}

/** What `prepare` needs to know of a lab. */
export interface LabFolder {
  dir: string;
  version: string;
  /** Path → contents to use for this file of the folder, such as the reference solution; may add files. */
  overrides?: Map<string, Buffer>;
  manifest: Pick<LabManifest, 'slug' | 'risk'> &
    Partial<Pick<LabManifest, 'program' | 'cflags' | 'serves' | 'workspace' | 'repair'>>;
}

const needed = { bounded: 'process', 'code-exec': 'namespaced', 'root-exec': 'container' } as const satisfies Record<
  Risk,
  Isolation
>;

/** The weakest isolation in which a lab of this risk may start. */
export function neededIsolation(risk: Risk): Isolation {
  return needed[risk];
}

/** True where labs of this risk may start. */
export function suffices(isolation: Isolation, risk: Risk): boolean {
  return isolations.indexOf(isolation) >= isolations.indexOf(needed[risk]);
}

/** The lab demands a stronger isolation than there is. The message tells the operator what to enable. */
export class IsolationUnavailable extends Error {
  override name = 'IsolationUnavailable';
  readonly code = 'isolation_unavailable';
}

/** Throws `IsolationUnavailable` unless a lab of this risk may start with these capabilities. */
export function requireIsolation(capabilities: Capabilities, risk: Risk): void {
  const problem = isolationProblem(capabilities, risk);
  if (problem) throw new IsolationUnavailable(problem);
}

/** Null when a lab of this risk may start; otherwise the sentence that says what has to be enabled. */
export function isolationProblem(capabilities: Capabilities, risk: Risk): string | null {
  if (suffices(capabilities.isolation, risk)) return null;
  if (risk === 'root-exec') {
    return 'This lab gives its visitors root, so it needs a container or a virtual machine, and this server has no such driver.';
  }
  const what = risk === 'code-exec' ? 'This lab lets its visitors run code, so it needs a sandbox. ' : '';
  return what + (capabilities.advice ?? 'This server cannot run labs.');
}

/** The instance did not come up. The message is for the operator. */
export class StartFailed extends Error {
  override name = 'StartFailed';
  readonly output: string;
  constructor(message: string, output: string) {
    super(output ? `${message}\n${output}` : message);
    this.output = output;
  }
}

/** The instance has no workspace, or doesn't run. */
export class NoWorkspace extends Error {
  override name = 'NoWorkspace';
}

/** The kept home that was given to `start` cannot be unpacked. It starts without it. */
export class HomeUnreadable extends Error {
  override name = 'HomeUnreadable';
}

/** As many terminals and transfers are open in the workspace as can be. */
export class WorkspaceFull extends Error {
  override name = 'WorkspaceFull';
}

/** A file did not get into the home; the message says why, for the learner. */
export class HomeFileRefused extends Error {
  override name = 'HomeFileRefused';
}
