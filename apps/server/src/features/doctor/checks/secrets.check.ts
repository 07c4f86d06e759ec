import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, type Finding, ok, problem } from '../check.ts';

/** Checks that other users of the machine cannot read the keys. */
export const secretsCheck: Check = {
  name: 'Secrets',
  async run({ config: { dataDir } }) {
    const folder = join(dataDir, 'secrets');
    const findings: Finding[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const { mode } = await stat(path);
      if ((mode & 0o077) !== 0) findings.push(problem(`Other users can read ${path}.`, `Run: chmod 600 ${path}`));
    }
    return findings.length > 0 ? findings : [ok('Only the platform can read its keys.')];
  },
};
