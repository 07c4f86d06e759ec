import { randomBytes } from 'node:crypto';
import { cleanFlag, hashFlag } from '#features/flags/flags.public';
import type { ContentModule, Curriculum } from '../source/curriculum-types.ts';
import { differences } from './diff.ts';
import { isAnswer, type StoredModules } from './stored.read-model.ts';
import { subchaptersOf } from './subchapters.sync.ts';
import type { SyncContext } from './sync-context.ts';
import { pageTags } from './tags.ts';
import { type Pks, pkOf } from './trainings.sync.ts';

type StoredModule = ReturnType<StoredModules['of']> extends ReadonlyMap<string, infer Row> ? Row : never;

/**
 * Writes the modules of every lesson and their flags. A lesson whose modules alone are different (a link was mended,
 * a flag is worth more) counts as changed in `details`: nobody who finished it needs to look again.
 */
export async function syncModules(
  curriculum: Curriculum,
  subchapterPks: Pks,
  stored: StoredModules,
  context: SyncContext,
): Promise<void> {
  for (const { subchapter, training } of subchaptersOf(curriculum)) {
    const pk = pkOf(subchapterPks, subchapter.uid);
    const before = stored.of(pk);
    let isTouched = false;
    let isFlagTouched = false;
    for (const module of subchapter.modules) {
      const row = before.get(module.id);
      const written = await writeModule(module, pk, row, context);
      const flagWritten = await writeFlag(module, written.pk, row, context);
      isTouched ||= written.isTouched || flagWritten;
      isFlagTouched ||= flagWritten;
    }
    const ids = new Set(subchapter.modules.map((module) => module.id));
    for (const row of before.values()) {
      if (ids.has(row.id) || row.hidden) continue;
      isTouched = true;
      isFlagTouched ||= row.flag_pk !== null;
      await context.tx.updateTable('modules').set({ hidden: true }).where('pk', '=', row.pk).execute();
    }
    if (!isTouched) continue;
    noteDetails(subchapter, context);
    context.tags.add(pageTags.subchapter(subchapter.slug));
    if (isFlagTouched) context.tags.add(pageTags.training(training)).add(pageTags.trainings);
    for (const row of before.values()) if (row.kind === 'lab') tagLab(row.data, context);
    for (const module of subchapter.modules) if (module.kind === 'lab') tagLab(module.data, context);
  }
}

async function writeModule(
  module: ContentModule,
  subchapterPk: number,
  row: StoredModule | undefined,
  { tx }: SyncContext,
): Promise<{ pk: number; isTouched: boolean }> {
  const { id, kind, position, data, secret } = module;
  // Through JSON, so that what JSON cannot hold (undefined) does not count as a difference.
  const wanted = { kind, position, hidden: false, ...(JSON.parse(JSON.stringify({ data, secret })) as object) };
  if (row && differences(row, wanted).length === 0) return { pk: row.pk, isTouched: false };
  const columns = { kind, position, hidden: false, data: JSON.stringify(data), secret: JSON.stringify(secret) };
  if (row) {
    await tx.updateTable('modules').set(columns).where('pk', '=', row.pk).execute();
    return { pk: row.pk, isTouched: true };
  }
  const values = { ...columns, id, subchapter_pk: subchapterPk };
  const { pk } = await tx.insertInto('modules').values(values).returning('pk').executeTakeFirstOrThrow();
  return { pk, isTouched: true };
}

/** @returns whether anything was written */
async function writeFlag(
  { id, kind, flag, position }: ContentModule,
  modulePk: number,
  row: StoredModule | undefined,
  { tx }: SyncContext,
): Promise<boolean> {
  const flagPk = row?.flag_pk ?? null;
  if (!flag) {
    if (flagPk === null || row?.flag_hidden) return false;
    await tx.updateTable('flags').set({ hidden: true }).where('pk', '=', flagPk).execute();
    return true;
  }
  const columns = {
    name: flag.name,
    points: flag.points,
    position,
    hidden: false,
    kind: kind === 'drill' ? ('drill' as const) : ('find' as const),
  };
  if (row && flagPk !== null && isAnswer(row, flag.answer)) {
    const now = {
      name: row.flag_name,
      points: row.points,
      position: row.flag_position,
      hidden: row.flag_hidden,
      kind: row.flag_kind,
    };
    if (differences(now, columns).length === 0) return false;
    await tx.updateTable('flags').set(columns).where('pk', '=', flagPk).execute();
    return true;
  }
  const secret = secretOf(flag.answer);
  if (flagPk !== null) {
    await tx
      .updateTable('flags')
      .set({ ...columns, ...secret })
      .where('pk', '=', flagPk)
      .execute();
  } else {
    await tx
      .insertInto('flags')
      .values({ ...columns, ...secret, module_pk: modulePk, lab_pk: null, id })
      .execute();
  }
  return true;
}

/** Only a salted hash of an answer is stored, and nothing of one that differs from learner to learner. */
function secretOf(answer: string | null): { salt: Buffer | null; hash: Buffer | null } {
  if (answer === null) return { salt: null, hash: null };
  const salt = randomBytes(16);
  return { salt, hash: hashFlag(cleanFlag(answer), salt) };
}

/** A lesson that the step before called unchanged, although something of its modules is different. */
function noteDetails({ uid, name }: { uid: string; name: string }, { log }: SyncContext): void {
  if (log.changes.some((change) => change.kind === 'subchapter' && change.id === uid)) return;
  log.counts.subchapter.unchanged -= 1;
  log.add({ kind: 'subchapter', change: 'changed', id: uid, name, what: ['details'] });
}

function tagLab(data: object, { tags }: SyncContext): void {
  if ('lab' in data && typeof data.lab === 'string') tags.add(pageTags.lab(data.lab));
}
