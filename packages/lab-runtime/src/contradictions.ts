/** The fields of a manifest that the checks compare. */
interface Fields {
  flags: { id: string; after?: string | undefined }[];
  hints: { flag?: string | undefined }[];
  repair?: { id: string; files: string[] } | undefined;
  program: string;
  cflags: string[];
  serves: 'http' | 'socket';
  workspace?: { socket?: string | undefined } | undefined;
  tools: string[];
  trainings: string[];
}

interface Fault {
  /** Path of the wrong field. */
  path: (string | number)[];
  message: string;
}

/** Returns the conflicts between fields of a `lab.yaml` that are each valid on their own. */
export function contradictions(manifest: Fields): Fault[] {
  return [
    ...faultsOfFlags(manifest),
    ...faultsOfHints(manifest),
    ...faultsOfRepair(manifest),
    ...faultsOfProgram(manifest),
    ...repeated(manifest.tools, ['tools']),
    ...repeated(manifest.trainings, ['trainings']),
  ];
}

function faultsOfFlags({ flags }: Fields): Fault[] {
  const byId = new Map(flags.map((flag) => [flag.id, flag]));
  return flags.flatMap(({ id, after }, index) => {
    if (after === undefined) return [];
    const path = ['flags', index, 'after'];
    if (after === id) return [{ path, message: 'a flag cannot come after itself' }];
    if (!byId.has(after)) return [{ path, message: `there is no flag called ${after}` }];
    const seen = new Set<string>();
    let before: string | undefined = after;
    while (before !== undefined && before !== id && !seen.has(before)) {
      seen.add(before);
      before = byId.get(before)?.after;
    }
    return before === id ? [{ path, message: `${id} and ${after} wait for each other` }] : [];
  });
}

function faultsOfHints({ flags, hints }: Fields): Fault[] {
  const ids = flags.map((flag) => flag.id);
  return hints.flatMap(({ flag }, index) => {
    const path = ['hints', index, 'flag'];
    if (flag === undefined) {
      return ids.length > 1 ? [{ path, message: `say which flag it helps to find: ${ids.join(', ')}` }] : [];
    }
    return ids.includes(flag) ? [] : [{ path, message: `there is no flag called ${flag}` }];
  });
}

/** Files that the platform itself reads. A learner who could change them could also change the verdict. */
const notForRepair = ['lab.yaml', 'briefing.md', 'writeup.md', 'exploit.ts', 'tests.ts'];

function faultsOfRepair({ flags, repair }: Fields): Fault[] {
  if (!repair) return [];
  const faults = repeated(repair.files, ['repair', 'files']);
  if (flags.some((flag) => flag.id === repair.id)) {
    faults.push({ path: ['repair', 'id'], message: `a flag is called ${repair.id} already` });
  }
  for (const [index, name] of repair.files.entries()) {
    const path = ['repair', 'files', index];
    if (notForRepair.includes(name)) faults.push({ path, message: `${name} is no part of the program` });
    else if (!/\.(ts|c|h)$/.test(name)) faults.push({ path, message: 'a source ends with .ts, .c or .h' });
  }
  return faults;
}

function faultsOfProgram({ program, cflags, serves, workspace }: Fields): Fault[] {
  const faults: Fault[] = [];
  const isC = program.endsWith('.c');
  if (isC && serves !== 'socket') faults.push({ path: ['program'], message: 'a program in C needs serves: socket' });
  if (!isC && cflags.length > 0) faults.push({ path: ['cflags'], message: 'only a program in C has options' });
  if (serves === 'socket' && !workspace) {
    faults.push({ path: ['serves'], message: 'only a workspace reaches a socket, and this lab has none' });
  } else if (serves === 'socket' && workspace?.socket === undefined) {
    faults.push({ path: ['workspace'], message: 'nobody reaches the program: say in socket where it is' });
  }
  return faults;
}

function repeated(names: string[], path: string[]): Fault[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ path: [...path, index], message: `${name} stands there twice` }] : [],
  );
}
