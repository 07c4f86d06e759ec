import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, projectRoot, sourceFiles } from './imports.ts';

/*
 * Where SQL may stand, as docs/architecture.md has it. A query needs no import, because the database is handed over as
 * a value; so this looks at what is called.
 */

/** The purpose of each kind of file says why it knows the tables. */
const mayRunSql = /^apps\/server\/src\/(?:platform\/.+|features\/.+\.(?:store|read-model|sync|sweep))\.ts$/;

const signs = [
  // Kysely's builders, and running what another file has built.
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|executeQuery)\(/,
  /\.(?:execute\(\)|executeTakeFirst(?:OrThrow)?\(|stream\(\))/,
  // Its templates: sql`…`, sql<Row>`…`, sql.ref(…).
  /\bsql(?:<[^`]*>)?`|\bsql\.\w+/,
  // The driver itself.
  /\b(?:pool|client)\.query\(/,
  /from '(?:kysely|pg)'/,
];

it('SQL stands in stores, read models, syncs, sweeps and the platform', () => {
  const wrong = ['apps', 'packages']
    .flatMap(sourceFiles)
    .filter((file) => !isTest(file) && !mayRunSql.test(file))
    .flatMap((file) =>
      readFileSync(join(projectRoot, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (signs.some((sign) => sign.test(line)) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
    );
  expect(wrong).toEqual([]);
});

it('the files of courses, which hold the answers, are read by nothing that learners call', () => {
  const mayKnow =
    /^apps\/server\/src\/(?:platform\/db\/|features\/content\/(?:sources|authoring)\/|features\/media\/media\.store|features\/accounts\/own-data\/)/;
  const tables = /\b(?:source_files|source_revisions|source_imports|compiled_trainings)\b/;
  const knowing = sourceFiles('apps/server')
    .filter((file) => !isTest(file) && !mayKnow.test(file))
    .filter((file) => tables.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(knowing).toEqual([]);
});

it('what reads the tier of a training asks for the one at which it is offered', () => {
  // The preview training is offered at another tier than its own; the operator is told where its own is not right.
  const mayAskForItsOwn = ['apps/server/src/features/partners/partners.read-model.ts'];
  const asking = sourceFiles('apps/server')
    .filter((file) => !isTest(file) && /\btrainings\.tier\b/.test(readFileSync(join(projectRoot, file), 'utf8')))
    .filter((file) => !mayAskForItsOwn.includes(file));
  expect(asking).toEqual([]);
});
