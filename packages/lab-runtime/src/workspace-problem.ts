import type { Capabilities } from './runtime.ts';

/** Debian packages of programs with another name than theirs. */
const packages: Record<string, string> = {
  as: 'binutils',
  addr2line: 'binutils',
  cc: 'gcc libc6-dev',
  'c++filt': 'binutils',
  'g++': 'g++ libc6-dev',
  gcc: 'gcc libc6-dev',
  ld: 'binutils',
  nc: 'netcat-openbsd',
  nm: 'binutils',
  objcopy: 'binutils',
  objdump: 'binutils',
  readelf: 'binutils',
  script: 'bsdutils',
  strings: 'binutils',
  strip: 'binutils',
  vi: 'vim',
};

/**
 * Returns why a lab that needs these programs can give no workspace on this machine, as a sentence for the operator;
 * null if it can.
 */
export function workspaceProblem({ workspace }: Pick<Capabilities, 'workspace'>, tools: string[]): string | null {
  if (workspace.problem) return workspace.problem;
  const missing = tools.filter((tool) => !workspace.has(tool));
  if (missing.length === 0) return null;
  const wanted = [...new Set(missing.flatMap((tool) => (packages[tool] ?? tool).split(' ')))].sort();
  const them = wanted.length === 1 ? 'the package' : 'the packages';
  return `The workspace needs ${missing.join(', ')}: install ${them} ${wanted.join(', ')}.`;
}
