// `node scripts/walked.mjs`: ends with 0 when the last walk over the whole curriculum that passed saw what is here now.
// `npm run test:curriculum` writes that down; `.ci/run` walks when it is not so.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/setup.mjs';

/** What the pages of the curriculum and its labs are made of, and what looks at them. Tests and their fixtures are left out. */
const inputs = [
  'curriculum',
  'apps/server/src/features/content',
  'apps/web/src/features/flags',
  'apps/web/src/features/labs',
  'apps/web/src/features/learn',
  'apps/web/src/features/prose',
  'apps/web/src/shell',
  'apps/web/src/styles',
  'apps/web/src/ui',
  'e2e/every-lab.walk.ts',
  'e2e/every-page.walk.ts',
  'e2e/support/axe.ts',
  'e2e/support/curriculum-walk.ts',
  'labs',
  'packages/drills/src',
  'packages/lab-runtime/src',
];

const record = join(root, 'e2e/walked.json');

/** Over names and contents in a fixed order; line endings and times differ from checkout to checkout. */
function fingerprint() {
  const sum = createHash('sha256');
  const add = (path) => {
    if (/\.test\.tsx?$|\/testing(\.ts)?$/.test(path)) return;
    if (!existsSync(join(root, path)))
      throw new Error(`scripts/walked.mjs names ${path}, which is not there any more.`);
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
    } else {
      sum.update(`\0${path}\0`).update(readFileSync(join(root, path), 'latin1').replaceAll('\r\n', '\n'), 'latin1');
    }
  };
  for (const path of inputs) add(path);
  return sum.digest('hex');
}

export function recordWalk() {
  writeFileSync(record, `${JSON.stringify({ walked: fingerprint() }, null, 2)}\n`);
  console.log('e2e/walked.json holds what was walked: commit it.');
}

if (process.argv[1] === import.meta.filename) {
  const { walked } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const isWalked = walked === fingerprint();
  console.log(isWalked ? 'Every page of the curriculum was walked.' : 'The pages of the curriculum are to be walked.');
  process.exitCode = isWalked ? 0 : 1;
}
