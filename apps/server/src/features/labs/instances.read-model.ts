import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { activeStates } from './instances.store.ts';

/** Whether the instance's lab has a workspace. */
const hasWorkspace = sql<boolean>`labs.workspace is not null`.as('has_workspace');

const columns = [
  'instances.pk',
  'instances.label',
  'instances.user_pk',
  'instances.lab_pk',
  'instances.status',
  'instances.runner',
  'instances.driver_ref',
  'instances.created_at',
  'instances.expires_at',
  'instances.extensions',
  'instances.isolation',
  'instances.stop_reason',
  'instances.last_seen_at',
  'labs.slug as lab',
  'labs.serves',
  hasWorkspace,
] as const;

/** Returns a learner's newest instance of a lab, in any state. */
export function findNewestInstance(db: Db | Tx, userPk: number, labPk: number) {
  return db
    .selectFrom('instances')
    .innerJoin('labs', 'labs.pk', 'instances.lab_pk')
    .select(columns)
    .where('instances.user_pk', '=', userPk)
    .where('instances.lab_pk', '=', labPk)
    .orderBy('instances.pk', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type InstanceRow = NonNullable<Awaited<ReturnType<typeof findNewestInstance>>>;

/** Returns a learner's active instances that have not expired, with the names of their labs. */
export function readRunningInstances(db: Db, userPk: number, now: Date) {
  return db
    .selectFrom('instances')
    .innerJoin('labs', 'labs.pk', 'instances.lab_pk')
    .select([...columns, 'labs.name'])
    .where('instances.user_pk', '=', userPk)
    .where('instances.status', 'in', activeStates)
    .where((eb) => eb.or([eb('instances.expires_at', 'is', null), eb('instances.expires_at', '>', now)]))
    .where('labs.hidden', '=', false)
    .orderBy('instances.pk')
    .execute();
}

/** Returns the data to start an instance; undefined when it was stopped in the meantime. */
export function findInstanceToStart(db: Db, pk: number) {
  return db
    .selectFrom('instances')
    .innerJoin('labs', 'labs.pk', 'instances.lab_pk')
    .select(['instances.pk', 'instances.label', 'instances.user_pk', 'instances.lab_pk'])
    .select(['instances.lab_version', 'labs.slug'])
    .where('instances.pk', '=', pk)
    .where('instances.status', '=', 'starting')
    .executeTakeFirst();
}

/** Returns the instance with a host label, and whether its owner's account is active. */
export function findInstanceByLabel(db: Db, label: string) {
  return db
    .selectFrom('instances')
    .innerJoin('users', 'users.pk', 'instances.user_pk')
    .select([
      'instances.pk',
      'instances.user_pk',
      'instances.status',
      'instances.runner',
      'instances.endpoint',
      'instances.created_at',
      'instances.expires_at',
      'users.is_active',
    ])
    .where('instances.label', '=', label)
    .executeTakeFirst();
}

/** Returns the node of an instance that is active; undefined for others. */
export async function findInstanceRunner(db: Db, pk: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('instances')
    .select('runner')
    .where('pk', '=', pk)
    .where('status', 'in', activeStates)
    .executeTakeFirst();
  return row?.runner;
}

/** Returns the node and the state of a learner's newest instance of a lab. */
export function findNewestRunner(db: Db, userPk: number, slug: string) {
  return db
    .selectFrom('instances')
    .innerJoin('labs', 'labs.pk', 'instances.lab_pk')
    .select(['instances.runner', 'instances.status'])
    .where('instances.user_pk', '=', userPk)
    .where('labs.slug', '=', slug)
    .orderBy('instances.pk', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the queued and running instances of a runner, in order of creation. */
export async function readActiveSlots(db: Db | Tx, runner: string) {
  const rows = await db
    .selectFrom('instances')
    .innerJoin('labs', 'labs.pk', 'instances.lab_pk')
    .select(['instances.pk', 'instances.status', hasWorkspace])
    .where('instances.status', 'in', activeStates)
    .where('instances.runner', '=', runner)
    .orderBy('instances.pk')
    .execute();
  return rows.map(({ pk, status, has_workspace }) => ({ pk, status, hasWorkspace: has_workspace }));
}

/** Returns the position of a queued instance: 1 for the next to start. */
export async function readQueuePosition(db: Db, { pk, runner }: { pk: number; runner: string }): Promise<number> {
  const row = await db
    .selectFrom('instances')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'queued')
    .where('runner', '=', runner)
    .where('pk', '<=', pk)
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(row.count));
}

/** Returns the active instances of one runner or of all runners. */
export function readActiveInstances(db: Db | Tx, runner?: string) {
  return db
    .selectFrom('instances')
    .select(['pk', 'label', 'status', 'driver_ref', 'created_at', 'last_seen_at', 'expires_at'])
    .where('status', 'in', activeStates)
    .$if(runner !== undefined, (query) => query.where('runner', '=', runner ?? ''))
    .execute();
}

/** Returns the active instances of one user. */
export function readActiveInstancesOf(db: Db, userPk: number) {
  return db
    .selectFrom('instances')
    .select(['pk', 'label', 'runner', 'driver_ref'])
    .where('user_pk', '=', userPk)
    .where('status', 'in', activeStates)
    .execute();
}

export type ActiveInstance = Awaited<ReturnType<typeof readActiveInstances>>[number];

/** Returns whether the session with which an instance was entered is still open. */
export async function isSessionOpen(db: Db, sessionPk: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('ended_at').where('pk', '=', sessionPk).executeTakeFirst();
  return row !== undefined && row.ended_at === null;
}
