import type { Risk } from './manifest.ts';

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
}

/** A lab made ready to start: made by `prepare`, the same for all its instances. */
export interface PreparedLab {
  slug: string;
  /** Hash of the lab's whole folder (see `loadLab`). */
  version: string;
  risk: Risk;
  /** The folder that is mounted: holds `app.mjs` and, if the lab has one, `public/`. */
  dir: string;
}

export interface StartSpec {
  lab: PreparedLab;
  /** Flag id → flag. Delivered as files (`/flag/<id>.txt`), never in arguments or the environment. */
  flags: Record<string, string>;
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
  prepare(lab: { dir: string; version: string; manifest: { slug: string; risk: Risk } }): Promise<PreparedLab>;
  /** Returns once the instance answers HTTP. Throws `IsolationUnavailable` or `StartFailed`. */
  start(spec: StartSpec): Promise<Started>;
  /** Undefined when the driver doesn't know the instance (never did, or it was stopped). */
  inspect(ref: string): Promise<InstanceState | undefined>;
  /** All instances that were not stopped, also those that ended by themselves. */
  list(): Promise<InstanceState[]>;
  /** Ends the instance and forgets it. Does nothing if there is no such instance. */
  stop(ref: string): Promise<void>;
  /** Undefined when it doesn't run. */
  stats(ref: string): Promise<InstanceStats | undefined>;
  /** Stops everything and frees what the driver holds. */
  close(): Promise<void>;
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
