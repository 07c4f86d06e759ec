import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';

/** First line of a dump: a comment with JSON. */
export interface DumpHeader {
  /** Version of the platform that filled the database. */
  version: string;
  /** Time of the platform's clock when it was filled. */
  at: string;
  /** Migrations that created the tables. */
  migrations: string[];
  /** Files of the data folder: path → content in base64. */
  files: Record<string, string>;
}

/** Rows of one INSERT. */
const batchRows = 100;

/** Reads every value in PostgreSQL's text form. */
const asText = { getTypeParser: () => (value: string) => value };

/**
 * Writes the rows of a database as SQL. The definitions of the tables are not included: the migrations of the header create
 * them, and for the job queue the statements of pg-boss's present version. `pg_dump` is not used because the embedded
 * PostgreSQL does not include it.
 */
export async function dumpDatabase(url: string, header: Omit<DumpHeader, 'migrations'>): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name');
    const { rows: tables } = await client.query<{ table: string; columns: string[] }>(`
      select format('%I.%I', n.nspname, c.relname) as table,
        (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind = 'r' and c.oid <> 'public.migrations'::regclass
        -- pg-boss creates these when they are needed: one for each day.
        and c.relname !~ '^queue_stats_[0-9]+$'
      order by 1`);
    const { rows: sequences } = await client.query<{ sequence: string; last: string }>(`
      select format('%I.%I', schemaname, sequencename) as sequence, last_value as last
      from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null order by 1`);
    const lines = [
      `-- ${JSON.stringify({ ...header, migrations: migrations.map(({ name }) => name) })}`,
      `${getConstructionPlans('pgboss').trim().replace(/;$/, '')};`,
      // Triggers and foreign keys must not act on rows that are restored.
      'set session_replication_role = replica;',
      `truncate ${tables.map(({ table }) => table).join(', ')};`,
    ];
    for (const { table, columns } of tables) lines.push(...(await insertsOf(client, table, columns)));
    for (const { sequence, last } of sequences) lines.push(`select setval('${sequence}', ${last});`);
    return `${lines.join('\n')}\n`;
  } finally {
    await client.end();
  }
}

async function insertsOf(client: pg.Client, table: string, columns: string[]): Promise<string[]> {
  const names = columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const query = { text: `select ${names} from ${table}`, rowMode: 'array' as const, types: asText };
  const { rows } = await client.query<(string | null)[]>(query);
  const literal = (value: string | null) => (value === null ? 'null' : client.escapeLiteral(value));
  // Sorted, so that two dumps of the same rows are equal.
  const values = rows.map((row) => `(${row.map(literal).join(', ')})`).sort();
  const inserts: string[] = [];
  for (let at = 0; at < values.length; at += batchRows) {
    const batch = values.slice(at, at + batchRows).join(',\n');
    inserts.push(`insert into ${table} (${names}) overriding system value values\n${batch};`);
  }
  return inserts;
}

export const readHeader = (dump: string): DumpHeader => JSON.parse(dump.slice(3, dump.indexOf('\n'))) as DumpHeader;

/** Restores a dump into an empty database: applies the migrations of its time and inserts the rows. */
export async function restoreDatabase(url: string, dump: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const name of readHeader(dump).migrations) await symlink(join(migrationsFolder, name), join(folder, name));
    await migrate(url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
