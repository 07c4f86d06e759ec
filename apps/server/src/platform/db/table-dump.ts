import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '#platform/start-error';

/** A table of a dump. Names are quoted. */
export interface DumpedTable {
  /** Schema and table, such as `public.users`. */
  name: string;
  columns: string[];
  rows: number;
  /** Statement that creates the table if neither a migration nor pg-boss's own statements do; null otherwise. */
  create: string | null;
}

/** Everything of a database except the rows. */
export interface DatabaseDescription {
  migrations: { name: string; checksum: string }[];
  /** Statements that create the tables of the job queue; null for a database without a queue. */
  jobs: string | null;
  tables: DumpedTable[];
  sequences: { name: string; last: string }[];
}

/** Size at which the rows of a table are split. A part ends with a row, so a large row makes it longer. */
const partBytes = 4 * 1024 * 1024;

/** Makes the text of values independent of the settings of server and role. */
const neutralSettings = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set extra_float_digits = 3; set timezone = 'UTC'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  // A lost connection is reported by the statement that needs it.
  client.on('error', () => {});
  await client.connect();
  await client.query(neutralSettings);
  return client;
}

/** State of a database at one moment, read while others change it. */
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

/**
 * Opens a snapshot of the database. The platform can go on meanwhile; a migration waits for the end of the snapshot. `pg_dump` is not
 * used, because the embedded PostgreSQL does not include it and the one of another version refuses to run.
 */
export async function openSnapshot(url: string) {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    if (tables.length > 0)
      await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
    const { rows: known } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    return {
      /** For other connections that read the same state: `set transaction snapshot`. */
      id: known[0]?.id as string,

      /** Runs a query on the snapshot. */
      async query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
        return (await client.query<T>(text)).rows;
      },

      /** Yields the rows of all tables, in PostgreSQL's text form. Counts them in the tables of `describe`. */
      async *rows(): AsyncGenerator<{ table: DumpedTable; bytes: Buffer }> {
        for (const table of tables) {
          const copy = client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`));
          for await (const bytes of splitAfterRows(copy)) yield { table, bytes };
          table.rows = copy.rowCount;
        }
      },

      /** Describes the database. Call it after `rows`, so that the row counts are known and no sequence is behind its table. */
      async describe(): Promise<DatabaseDescription> {
        const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
          'select name, checksum from migrations order by name',
        );
        const { rows: sequences } = await client.query<{ name: string; last: string }>(`
          select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
          from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null order by 1`);
        return { migrations, jobs: await readJobStatements(client), tables, sequences };
      },

      async close(): Promise<void> {
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Lists the platform's tables. Tables of extensions are left out, because the extension creates them. */
async function listTables(client: pg.Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable>(`
    select format('%I.%I', n.nspname, c.relname) as name, 0 as rows,
      (select array_agg(format('%I', a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      -- pg-boss creates a table for the statistics of each day.
      case when c.relispartition and c.relname ~ '^queue_stats_[0-9]+$' then
        format('create table %I.%I partition of %s %s', n.nspname, c.relname, i.inhparent::regclass,
          pg_get_expr(c.relpartbound, c.oid)) end as create
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
    where n.nspname in ('public', 'pgboss') and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`);
  return rows;
}

/** @throws StartError if another version of the job queue created the tables */
async function readJobStatements(client: pg.Client): Promise<string | null> {
  const { rows: found } = await client.query(
    "select from pg_tables where schemaname = 'pgboss' and tablename = 'version'",
  );
  if (found.length === 0) return null;
  const { getConstructionPlans } = await import('pg-boss');
  const plans = getConstructionPlans('pgboss');
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  if (!plans.includes(`INSERT INTO pgboss.version(version) VALUES ('${rows[0]?.version}')`)) {
    throw new StartError(
      `The job queue in the database has the version ${rows[0]?.version}, which belongs to another version of this program.`,
      'Make the backup with the version of the platform that runs on this database.',
    );
  }
  // The restore has its own transaction.
  return plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
}

/** Joins and splits a stream into parts that end with a row. A line break inside a value is escaped. */
async function* splitAfterRows(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const bytes of stream) {
    pending.push(bytes);
    length += bytes.length;
    if (length < partBytes) continue;
    const all = Buffer.concat(pending);
    const end = all.lastIndexOf(0x0a) + 1;
    if (end > 0) yield all.subarray(0, end);
    pending = [all.subarray(end)];
    length -= end;
  }
  if (length > 0) yield Buffer.concat(pending);
}

/** @throws StartError if this version of the program cannot create the tables of the dump */
export async function requireKnownMigrations({ migrations }: DatabaseDescription, folder: string): Promise<void> {
  const files = new Set(await readdir(folder));
  for (const { name, checksum } of migrations) {
    if (!files.has(name)) {
      throw new StartError(
        `The backup is newer than this program: its database has the migration ${name}, which this program does not have.`,
        'Install the version of the platform that made the backup, or a newer one, and restore again.',
      );
    }
    const sql = await readFile(join(folder, name), 'utf8');
    if (createHash('sha256').update(sql).digest('hex') !== checksum) {
      throw new StartError(
        `The migration ${name} of this program differs from the one of the backup.`,
        'Install an unchanged release of the platform and restore again.',
      );
    }
  }
}

/** Returns the name of a table that exists in the database, other than those of extensions; undefined in an empty database. */
export async function findAnyTable(url: string): Promise<string | undefined> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by (c.relname = 'users') desc, 1 limit 1`);
    return rows[0]?.name;
  } finally {
    await client.end();
  }
}

/** @returns whether the platform's schema has the table */
export async function findTable(url: string, name: string): Promise<boolean> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name]);
    return rows[0]?.exists === true;
  } finally {
    await client.end();
  }
}

export type TableRestore = Awaited<ReturnType<typeof beginRestore>>;

/**
 * Creates the tables of a dump in an empty database, in a transaction that `commit` ends. Foreign keys and triggers are absent until
 * then: the rows already contain what triggers did, and the foreign keys are checked at the end.
 * @param folder the migrations; see `requireKnownMigrations`
 */
export async function beginRestore(url: string, description: DatabaseDescription, folder: string) {
  const client = await connect(url);
  const copied = new Map<string, number>();
  try {
    await client.query('begin');
    await client.query(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    for (const { name } of description.migrations) await client.query(await readFile(join(folder, name), 'utf8'));
    if (description.jobs) await client.query(description.jobs);
    const created = new Set((await listTables(client)).map(({ name }) => name));
    for (const { name, create } of description.tables) {
      if (created.has(name) || create === null) continue;
      await client.query(create);
      created.add(name);
    }
    const foreignKeys = await dropForeignKeys(client);
    for (const name of created) {
      await client.query(`alter table ${name} disable trigger user`);
      // Migrations insert rows, which the dump contains too.
      await client.query(`delete from ${name}`);
    }
    const byName = new Map(description.tables.map((table) => [table.name, table]));
    return {
      /** Tables of the dump that the platform does not have, such as one that the operator added. */
      unknown: description.tables.map(({ name }) => name).filter((name) => !created.has(name)),

      /** Inserts whole rows of a table. */
      async insert(name: string, bytes: Buffer): Promise<void> {
        const table = byName.get(name);
        if (!table) throw new Error(`The table ${name} is not in the description of the database.`);
        if (!created.has(name)) return;
        const copy = client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`));
        await pipeline(Readable.from([bytes]), copy);
        copied.set(name, (copied.get(name) ?? 0) + copy.rowCount);
      },

      /** Checks the number of rows and all foreign keys, and makes the tables permanent. */
      async commit(): Promise<void> {
        for (const { name, rows } of description.tables) {
          const restored = copied.get(name) ?? 0;
          if (created.has(name) && restored !== rows)
            throw new Error(`The table ${name} has ${restored} of ${rows} rows.`);
        }
        for (const name of created) await client.query(`alter table ${name} enable trigger user`);
        for (const { statement } of foreignKeys) await client.query(statement);
        for (const { name, last } of description.sequences)
          await client.query('select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null', [
            name,
            last,
          ]);
        await client.query('commit');
        // The planner knows nothing about the new rows yet.
        await client.query('analyze');
      },

      /** Also after an error: nothing of the restore stays in the database. */
      async close(): Promise<void> {
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function dropForeignKeys(client: pg.Client): Promise<{ statement: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; statement: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, to_regnamespace('pgboss'))`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}
