import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, projectRoot, sourceFiles } from './import-graph.ts';

/*
 * Which files may contain SQL, according to docs/architecture.md. A query needs no import, because the database is passed
 * as a value. So this test looks at the calls.
 */

/** Only these kinds of files know the tables. */
const mayRunSql = /^apps\/server\/src\/(?:platform\/.+|features\/.+\.(?:store|read-model|sync|sweep))\.ts$/;

const signs = [
  // Kysely's builders, and execution of a query that another file has built.
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|executeQuery)\(/,
  /\.(?:execute\(\)|executeTakeFirst(?:OrThrow)?\(|stream\(\))/,
  // Its templates: sql`…`, sql<Row>`…`, sql.ref(…).
  /\bsql(?:<[^`]*>)?`|\bsql\.\w+/,
  // The driver itself.
  /\b(?:pool|client)\.query\(/,
  /from '(?:kysely|pg)'/,
];

it('SQL is only in stores, read models, syncs, sweeps and the platform', () => {
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

it('code for learners does not read the source files of courses, which contain the answers', () => {
  const mayKnow =
    /^apps\/server\/src\/(?:platform\/db\/|features\/content\/(?:sources|authoring)\/|features\/media\/media\.store|features\/accounts\/data-export\/)/;
  const tables = /\b(?:source_files|source_revisions|source_imports|compiled_trainings)\b/;
  const knowing = sourceFiles('apps/server')
    .filter((file) => !isTest(file) && !mayKnow.test(file))
    .filter((file) => tables.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(knowing).toEqual([]);
});

it('queries use the offered tier of a training instead of its stored tier', () => {
  // The preview training is offered at a different tier. The operator is warned if its stored tier is wrong.
  const mayAskForItsOwn = [
    'apps/server/src/features/partners/partners.read-model.ts',
    // The same for all readers. progress.policy.ts applies the preview.
    'apps/server/src/features/progress/course-tree.read-model.ts',
  ];
  const asking = sourceFiles('apps/server')
    .filter((file) => !isTest(file) && /\btrainings\.tier\b/.test(readFileSync(join(projectRoot, file), 'utf8')))
    .filter((file) => !mayAskForItsOwn.includes(file));
  expect(asking).toEqual([]);
});
