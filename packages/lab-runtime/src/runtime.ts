import type { Duplex, Readable } from 'node:stream';
import type { LabManifest, Risk } from './manifest.ts';
import type { Shells, TerminalSize } from './shells/shells.ts';

/** How strongly a driver separates a lab from the host, from weakest to strongest. */
export const isolations = ['none', 'process', 'namespaced', 'container', 'vm'] as const;
export type Isolation = (typeof isolations)[number];

/** Address at which an instance accepts connections. */
export type Endpoint = { kind: 'unix'; path: string } | { kind: 'tcp'; host: string; port: number };

export interface Capabilities {
  isolation: Isolation;
  /** True if the driver enforces limits of memory, processes and file size. */
  hardLimits: boolean;
  /**
   * Why the isolation is not stronger, as a sentence for the operator; null if it is as strong as possible.
   */
  advice: string | null;
  /** Whether a learner can get a shell, and which programs it has. */
  workspace: {
    /** Why there are no workspaces, as a sentence for the operator; null if there are. */
    problem: string | null;
    /** Returns whether this program can run in a workspace. */
    has(tool: string): boolean;
  };
}

/** Properties of a lab's workspace. */
export interface Workspace {
  tools: string[];
  /** Hard limit of the size of the home. */
  homeBytes: number;
  /** Path of the program's socket in the workspace; null if the workspace cannot reach the program. */
  socket: string | null;
}

/** A lab that is ready to start: made by `prepare`, the same for all its instances. */
export interface PreparedLab {
  slug: string;
  /** Hash of the lab's whole folder (see `loadLab`). */
  version: string;
  risk: Risk;
  serves: 'http' | 'socket';
  workspace: Workspace | null;
  /** Result of the driver's build: a folder to mount, or an image to run. */
  dir: string;
}

export interface StartSpec {
  lab: PreparedLab;
  /** Flag id → flag. Delivered as files (`/flag/<id>.txt`), never in arguments or the environment. */
  flags: Record<string, string>;
  /**
   * The learner's kept home, as `saveHome` returned it; null for a new one, which contains the lab's `workspace/`
   * folder. Only for a lab with a workspace.
   */
  home?: Readable | null;
}

/** A program with its own terminal: the learner's shell. Several can be open in one workspace. */
export interface Terminal {
  /** Input and output of the terminal; ends with the shell. Respects backpressure. */
  stream: Duplex;
  resize(size: TerminalSize): void;
  /** Ends the shell and its foreground programs. Does nothing if it has ended. */
  close(): void;
}

export interface HomeFile {
  /** Path relative to the home. */
  path: string;
  bytes: number;
  modifiedAt: Date;
}

export interface StartedInstance {
  /** The driver's name for the instance, which all other calls take. */
  ref: string;
  endpoint: Endpoint;
  /** True if some files of the kept home could not be restored. */
  isHomePartial: boolean;
}

export interface InstanceState {
  ref: string;
  slug: string;
  state: 'running' | 'exited';
  /** Why it ended, as a sentence; null while it runs. */
  reason: string | null;
  /** Its last 16 KB of output, for the operator; never shown to learners. */
  output: string;
}

export interface InstanceStats {
  /** CPU time of all its live processes, in milliseconds. */
  cpuMs: number;
  /** Memory of all its processes, in bytes: resident memory and page tables. */
  memory: number;
  processes: number;
}

/**
 * One way to run instances, such as sandboxed processes. It knows no users, no database and no rules about who may start
 * what. An instance never outlives the process that started it. `withShells` makes a runtime of it.
 */
export interface LabDriver {
  capabilities(): Capabilities;
  /** Builds the files that instances share. Cheap if nothing has changed. Throws `LabBuildError`. */
  prepare(lab: LabFolder): Promise<PreparedLab>;
  /**
   * Builds a copy in which the learner's sources replace the lab's. It runs as `code-exec`, regardless of the risk of the
   * lab. The lab's folder is only read, and all code of the learner runs in a sandbox, including its compilation.
   * Throws `LabBuildError` with a message for the learner. Call `discard` when it is not needed any more.
   */
  prepareRepair(lab: LabFolder, files: Record<string, string>): Promise<PreparedLab>;
  discard(lab: PreparedLab): Promise<void>;
  /** Returns when the instance is ready. Throws `IsolationUnavailable`, `HomeUnreadable` or `StartFailed`. */
  start(spec: StartSpec): Promise<StartedInstance>;
  /** Returns undefined if the driver does not know the instance, or it was stopped. */
  inspect(ref: string): Promise<InstanceState | undefined>;
  /** Returns all instances that were not stopped, including those that ended by themselves. */
  list(): Promise<InstanceState[]>;
  /** Ends the instance and forgets it. Does nothing if there is no such instance. */
  stop(ref: string): Promise<void>;
  /** Returns undefined if the instance does not run. Includes the workspace. */
  stats(ref: string): Promise<InstanceStats | undefined>;
  /** Starts a shell in the workspace. Throws `NoWorkspace`, or `WorkspaceFull` if the maximum number is open. */
  openTerminal(ref: string, size: TerminalSize): Promise<Terminal>;
  /**
   * Runs a script with the workspace's shell, without a terminal. The stream is its input and output, and ends with it.
   * For exploits. Throws as `openTerminal` does.
   */
  runInWorkspace(ref: string, script: string): Promise<Duplex>;
  /** Returns the home as a compressed archive, which `start` accepts. Throws `NoWorkspace`. */
  saveHome(ref: string): Promise<Readable>;
  /** Returns whether anything ran in the workspace since the last save: an unused home need not be saved. */
  hasHomeChanged(ref: string): Promise<boolean>;
  /** Returns regular files in the home, at most `limit`. Throws `NoWorkspace`. */
  listHome(ref: string, limit: number): Promise<HomeFile[]>;
  /**
   * Returns undefined for anything but a regular file. The stream ends with an error after `limit` bytes. Throws
   * `NoWorkspace`.
   */
  readHomeFile(ref: string, path: string, limit: number): Promise<Readable | undefined>;
  /**
   * Writes a file and creates the folders above it. Throws `HomeFileRefused` (the home is full, or a folder has that
   * name) or `NoWorkspace`.
   */
  writeHomeFile(ref: string, path: string, content: Buffer): Promise<void>;
  /** Stops everything and frees the driver's resources. */
  close(): Promise<void>;
}

/** Starts and stops instances of labs, and keeps the shells of their workspaces. */
export interface LabRuntime extends Omit<LabDriver, 'openTerminal'>, Shells {
  /**
   * Ends the instance and forgets it. Does nothing if there is no such instance.
   * @param reason a sentence that the clients of its shells get
   */
  stop(ref: string, reason?: string): Promise<void>;
}

/** The properties of a lab that `prepare` needs. */
export interface LabFolder {
  dir: string;
  version: string;
  /** Path → contents to use for this file of the folder, such as the reference solution; may add files. */
  overrides?: Map<string, Buffer>;
  manifest: Pick<LabManifest, 'slug' | 'risk'> &
    Partial<Pick<LabManifest, 'program' | 'cflags' | 'serves' | 'workspace' | 'repair'>>;
}

/** The weakest isolation in which a lab of each risk may start. */
const needed = { bounded: 'process', 'code-exec': 'namespaced', 'root-exec': 'container' } as const satisfies Record<
  Risk,
  Isolation
>;

/** Returns whether labs of this risk may start. */
export function suffices(isolation: Isolation, risk: Risk): boolean {
  return isolations.indexOf(isolation) >= isolations.indexOf(needed[risk]);
}

/** The lab needs a stronger isolation than there is. The message tells the operator what to enable. */
export class IsolationUnavailable extends Error {
  override name = 'IsolationUnavailable';
  readonly code = 'isolation_unavailable';
}

/** Throws `IsolationUnavailable` unless a lab of this risk may start with these capabilities. */
export function requireIsolation(capabilities: Capabilities, risk: Risk): void {
  const problem = isolationProblem(capabilities, risk);
  if (problem) throw new IsolationUnavailable(problem);
}

/** Returns null if a lab of this risk may start; otherwise a sentence that says what to enable. */
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

/** The instance has no workspace, or does not run. */
export class NoWorkspace extends Error {
  override name = 'NoWorkspace';
}

/** The kept home that was given to `start` cannot be unpacked. The instance can start without it. */
export class HomeUnreadable extends Error {
  override name = 'HomeUnreadable';
}

/** The maximum number of terminals and transfers is open in the workspace. */
export class WorkspaceFull extends Error {
  override name = 'WorkspaceFull';
}

/** A file was not written to the home. The message tells the learner why. */
export class HomeFileRefused extends Error {
  override name = 'HomeFileRefused';
}
