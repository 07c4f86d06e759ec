import pg from 'pg';

export interface DatabaseFacts {
  version: string;
  versionNumber: number;
  now: Date;
  canCreate: boolean;
  hasTrigrams: boolean;
  isReadOnly: boolean;
  maxConnections: number;
  /** Null if there is none, or if the role cannot read the table. */
  lastGoodBackup: Date | null;
}

/** Reads what the checks need, over a connection of its own. */
export async function readDatabaseFacts(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<DatabaseFacts & { hasRuns: boolean }>(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
        clock_timestamp() as now, has_database_privilege(current_database(), 'CREATE') as "canCreate",
        exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
        current_setting('transaction_read_only') = 'on' as "isReadOnly",
        current_setting('max_connections')::int as "maxConnections", coalesce(has_table_privilege(to_regclass('backup_runs')::oid, 'select'), false) as "hasRuns",
        null as "lastGoodBackup"`);
    const facts = rows[0] as DatabaseFacts & { hasRuns: boolean };
    if (!facts.hasRuns) return facts;
    const runs = await client.query<{ at: Date | null }>('select max(ended_at) as at from backup_runs where ok');
    return { ...facts, lastGoodBackup: runs.rows[0]?.at ?? null };
  } finally {
    await client.end();
  }
}
