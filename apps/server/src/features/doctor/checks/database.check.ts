import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openServer } from '#platform/db/open-database';
import { StartError } from '#platform/start-error';
import { type Check, type DoctorContext, type Finding, ok, problem, reasonOf, warning } from '../check.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../doctor.read-model.ts';

const maxClockDifferenceMs = 5_000;
/** Connections of one node: requests, jobs, notifications and commands. */
const connectionsPerNode = 20;

/** Checks the database, and what only the database knows: the difference of the clocks, and the last backup. */
export const databaseCheck: Check = {
  name: 'Database',
  async run(context) {
    const { config, now } = context;
    if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
      return [ok('The embedded database is created at the first start.')];
    let facts: DatabaseFacts;
    let difference: number;
    try {
      const server = await openServer(config);
      try {
        const before = now().getTime();
        facts = await readDatabaseFacts(server.url);
        difference = Math.abs((before + now().getTime()) / 2 - facts.now.getTime());
      } finally {
        await server.close();
      }
    } catch (error) {
      if (error instanceof StartError) return [problem(error.message, error.remedy)];
      return [
        problem(`The database cannot be used: ${reasonOf(error)}.`, 'Check DATABASE_URL, and the log of PostgreSQL.'),
      ];
    }
    return [...judgeDatabase(facts), judgeClock(difference), judgeBackup(context, facts)];
  },
};

function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  if (!facts.canCreate)
    findings.push(
      problem(
        'The role may not create schemas and extensions in the database.',
        'Make it the owner: alter database <name> owner to <role>',
      ),
    );
  if (!facts.hasTrigrams)
    findings.push(
      problem(
        'PostgreSQL has no extension pg_trgm, which the search needs.',
        'Install its contrib package (Debian: postgresql-contrib).',
      ),
    );
  if (facts.isReadOnly)
    findings.push(problem('The database accepts no writes.', 'Set DATABASE_URL to the primary, not to a replica.'));
  if (facts.maxConnections < connectionsPerNode)
    findings.push(
      warning(`max_connections is ${facts.maxConnections}.`, `Set it to at least ${connectionsPerNode} for each node.`),
    );
  return findings.length > 0 ? findings : [ok(`PostgreSQL ${facts.version} with the needed privileges.`)];
}

function judgeClock(differenceMs: number): Finding {
  const seconds = Math.round(differenceMs / 1_000);
  if (differenceMs <= maxClockDifferenceMs) return ok('The clocks of this machine and of the database agree.');
  return problem(
    `The clock differs by ${seconds} s from that of the database.`,
    'Synchronise the clocks of both machines: timedatectl set-ntp true',
  );
}

function judgeBackup({ config: { backup }, now }: DoctorContext, { lastGoodBackup }: DatabaseFacts): Finding {
  const schedule = 'Set BACKUP_TO, BACKUP_AT and BACKUP_RECIPIENT (docs/operating.md, "Backup and restore").';
  if (!lastGoodBackup)
    return warning(
      'There is no backup.',
      backup ? 'Look at the log for the reason: lines that begin with Backup.' : schedule,
    );
  const hours = (now().getTime() - lastGoodBackup.getTime()) / 3_600_000;
  const limit = backup?.at === 'hourly' ? 2 : 48;
  const text = `The last good backup is ${hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`} old.`;
  if (hours <= limit) return ok(text);
  return problem(text, backup ? 'Look at /admin and at the log for the reason.' : schedule);
}
