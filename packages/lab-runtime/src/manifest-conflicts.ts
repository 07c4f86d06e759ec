/** The fields of a manifest that the checks compare. */
interface Fields {
  flags: { id: string; after?: string | undefined }[];
  hints: { flag?: string | undefined }[];
  repair?: { id: string; files: string[] } | undefined;
  program: string;
  cflags: string[];
  serves: 'http' | 'socket';
  workspace?: { socket?: string | undefined } | undefined;
  tags: string[];
  tools: string[];
  trainings: string[];
}

interface Conflict {
  /** Path of the wrong field. */
  path: (string | number)[];
  message: string;
}

/** Returns the conflicts between fields of a `lab.yaml` that are each valid on their own. */
export function findConflicts(manifest: Fields): Conflict[] {
  return [
    ...conflictsOfFlags(manifest),
    ...conflictsOfHints(manifest),
    ...conflictsOfRepair(manifest),
    ...conflictsOfProgram(manifest),
    ...repeated(manifest.tags, ['tags']),
    ...repeated(manifest.tools, ['tools']),
    ...repeated(manifest.trainings, ['trainings']),
  ];
}

function conflictsOfFlags({ flags }: Fields): Conflict[] {
  const byId = new Map(flags.map((flag) => [flag.id, flag]));
  return flags.flatMap(({ id, after }, index) => {
    if (after === undefined) return [];
    const path = ['flags', index, 'after'];
    if (after === id) return [{ path, message: 'a flag cannot come after itself' }];
    if (!byId.has(after)) return [{ path, message: `there is no flag with the id ${after}` }];
    const seen = new Set<string>();
    let before: string | undefined = after;
    while (before !== undefined && before !== id && !seen.has(before)) {
      seen.add(before);
      before = byId.get(before)?.after;
    }
    return before === id ? [{ path, message: `${id} and ${after} wait for each other` }] : [];
  });
}

function conflictsOfHints({ flags, hints }: Fields): Conflict[] {
  const ids = flags.map((flag) => flag.id);
  return hints.flatMap(({ flag }, index) => {
    const path = ['hints', index, 'flag'];
    if (flag === undefined) {
      return ids.length > 1 ? [{ path, message: `name the flag that it helps to find: ${ids.join(', ')}` }] : [];
    }
    return ids.includes(flag) ? [] : [{ path, message: `there is no flag with the id ${flag}` }];
  });
}

/** Files that the platform itself reads. A learner who could change them could also change the verdict. */
const notForRepair = ['lab.yaml', 'briefing.md', 'writeup.md', 'exploit.ts', 'tests.ts'];

function conflictsOfRepair({ flags, repair }: Fields): Conflict[] {
  if (!repair) return [];
  const conflicts = repeated(repair.files, ['repair', 'files']);
  if (flags.some((flag) => flag.id === repair.id)) {
    conflicts.push({ path: ['repair', 'id'], message: `a flag has the id ${repair.id} already` });
  }
  for (const [index, name] of repair.files.entries()) {
    const path = ['repair', 'files', index];
    if (notForRepair.includes(name)) conflicts.push({ path, message: `${name} is not a part of the program` });
    else if (!/\.(ts|c|h)$/.test(name)) conflicts.push({ path, message: 'a source ends with .ts, .c or .h' });
  }
  return conflicts;
}

function conflictsOfProgram({ program, cflags, serves, workspace }: Fields): Conflict[] {
  const conflicts: Conflict[] = [];
  const isC = program.endsWith('.c');
  if (isC && serves !== 'socket') conflicts.push({ path: ['program'], message: 'a program in C needs serves: socket' });
  if (!isC && cflags.length > 0) conflicts.push({ path: ['cflags'], message: 'only a program in C has options' });
  if (serves === 'socket' && !workspace) {
    conflicts.push({ path: ['serves'], message: 'a program with a socket needs a workspace, but this lab has none' });
  } else if (serves === 'socket' && workspace?.socket === undefined) {
    conflicts.push({
      path: ['workspace'],
      message: 'add socket, the path of its socket: nothing else reaches the program',
    });
  }
  return conflicts;
}

function repeated(names: string[], path: string[]): Conflict[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ path: [...path, index], message: `${name} is listed twice` }] : [],
  );
}
