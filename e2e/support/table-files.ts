import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Saves the rows of a database as files and restores them. The embedded PostgreSQL has no `pg_dump`. */

/** Tables with content, and the queues of jobs. The migrated database already has the rows of `migrations`. */
const tablesQuery = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where (schemaname = 'public' and tablename <> 'migrations') or (schemaname = 'pgboss' and tablename = 'queue')`;

const sequencesFile = 'sequences.json';

/** Part of pg's connection that sends and receives rows. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * Runs a COPY command, for which pg has only the protocol.
 * @param input rows of `copy … from stdin`
 * @returns the rows of `copy … to stdout`
 */
const copy = (client: pg.Client, text: string, input = Buffer.alloc(0)): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const rows: Buffer[] = [];
    client.query({
      submit(connection: CopyConnection) {
        connection.query(text);
      },
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(input);
        connection.endCopyFrom();
      },
      // pg reuses the memory of the chunk.
      handleCopyData: ({ chunk }: { chunk: Buffer }) => rows.push(Buffer.from(chunk)),
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(Buffer.concat(rows)),
      handleError: reject,
    } as unknown as pg.Submittable);
  });

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Writes each table with rows, and the positions of the sequences, to files of a new folder. */
export const saveTables = (url: string, folder: string): Promise<void> =>
  withClient(url, async (client) => {
    await mkdir(folder, { recursive: true });
    const tables = await client.query<{ name: string }>(tablesQuery);
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select from ${name} limit 1`);
      if (rows.length === 0) continue;
      await writeFile(join(folder, name), await copy(client, `copy ${name} to stdout (format binary)`));
    }
    const sequences = await client.query(
      `select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    );
    await writeFile(join(folder, sequencesFile), JSON.stringify(sequences.rows));
  });

/**
 * Replaces all rows of a database with the same migrations by those of a folder, in one transaction.
 * @throws Error if the user of the database may not switch triggers off
 */
export const restoreTables = (url: string, folder: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin');
    // Foreign keys and triggers: the saved rows already have their effects.
    await client.query('set local session_replication_role = replica');
    const tables = await client.query<{ name: string }>(tablesQuery);
    const existing = new Set(tables.rows.map(({ name }) => name));
    await client.query(`truncate ${[...existing].join(', ')} cascade`);
    // A database on which no server has run yet lacks the queues.
    for (const name of (await readdir(folder)).filter((file) => existing.has(file))) {
      await copy(client, `copy ${name} from stdin (format binary)`, await readFile(join(folder, name)));
    }
    const sequences = JSON.parse(await readFile(join(folder, sequencesFile), 'utf8')) as Record<string, string>[];
    for (const { name, last_value } of sequences) await client.query('select setval($1, $2)', [name, last_value]);
    await client.query('commit');
    await client.query('analyze');
  });
