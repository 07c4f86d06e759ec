import type { Config } from '#platform/config';

/** Result of a check. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  /** A sentence about the state. */
  text: string;
  /** The instruction for the operator; absent if all is well. */
  remedy?: string;
}

/** Everything that checks read. Tests replace parts that they cannot create on a machine. */
export interface DoctorContext {
  config: Config;
  nodeVersion: string;
  /** Folder with the kernel's information: /proc. */
  proc: string;
  /** Folder of cgroups: /sys/fs/cgroup. */
  cgroups: string;
  /** Command that starts bubblewrap. */
  bwrap: string[];
  /** Returns the addresses of a host. @throws Error with a code such as ENOTFOUND */
  resolve: (host: string) => Promise<string[]>;
  /** Certificates of authorities that are trusted in addition to those of Node. */
  ca: string | undefined;
  now: () => Date;
  /** Address that gets a test mail; null sends none. */
  mailTo: string | null;
}

export interface Check {
  /** Short name, at the start of each line. */
  name: string;
  run: (context: DoctorContext) => Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy });
export const problem = (text: string, remedy: string): Finding => ({ level: 'problem', text, remedy });

export const reasonOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { message, code, cause } = first as Error & { code?: string; cause?: Error & { code?: string } };
  if (code && /^E[A-Z]+$/.test(code)) return code;
  return cause?.code ?? cause?.message ?? (message || code || String(first));
};
