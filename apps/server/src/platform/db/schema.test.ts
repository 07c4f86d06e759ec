import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  fallback: string | null;
}

async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
      case when is_identity = 'YES' then 'identity' else column_default end as fallback
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'migrations'
    order by table_name, ordinal_position`.execute(test.db);
  return rows;
}

it('the schema matches the snapshot', async () => {
  const columns = await readColumns();
  const { rows: indexes } = await sql<{ table: string; definition: string }>`
    select tablename as table, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename <> 'migrations' order by indexname`.execute(test.db);
  const tables = [...new Set(columns.map((column) => column.table))];
  const text = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map(
        (column) =>
          `  ${column.name} ${column.type}${column.nullable ? '' : ' not null'}${column.fallback ? ` = ${column.fallback}` : ''}`,
      );
    const own = indexes
      .filter((index) => index.table === table)
      .map((index) => `  ${index.definition.replace(/ USING btree/, '').replace(/ON public\.\S+/, 'on')}`);
    return [table, ...lines, ...own].join('\n');
  });
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('./schema.snapshot.txt');
});

it('the Kysely types match the tables, columns and nullability of the database', async () => {
  const source = await readFile(new URL('./schema.ts', import.meta.url), 'utf8');
  const body = (name: string) =>
    new RegExp(`interface ${name} \\{\\n([^}]*(?:\\{[^}]*\\}[^}]*)*)\\n\\}`).exec(source)?.[1] ?? '';
  const declared = [...body('Database').matchAll(/^ {2}(\w+): (\w+);$/gm)].flatMap(([, table, type]) =>
    [...body(type ?? '').matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, name, column = '']) => {
      const nullable = /\| null\b/.test(column) || column === 'TimeOrNull';
      return `${table}.${name}${nullable ? ' nullable' : ''}`;
    }),
  );
  const real = (await readColumns()).map(
    (column) => `${column.table}.${column.name}${column.nullable ? ' nullable' : ''}`,
  );
  expect(declared.sort()).toEqual(real.sort());
});
