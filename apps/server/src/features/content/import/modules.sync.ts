import { randomBytes } from 'node:crypto';
import { cleanFlag, hashFlag } from '@hexpedition/curriculum/flag-hash';
import type { ContentModule, Curriculum } from '@hexpedition/curriculum/source/curriculum-types';
import { serverModules } from '../modules/module-kinds.ts';
import { differences } from './diff-rows.ts';
import { pageTags } from './page-tags.ts';
import { isAnswer, type StoredModules } from './stored-modules.read-model.ts';
import { subchaptersOf } from './subchapters.sync.ts';
import type { SyncContext } from './sync-context.ts';
import { type Pks, pkOf } from './trainings.sync.ts';

type StoredModule = ReturnType<StoredModules['of']> extends ReadonlyMap<string, infer Row> ? Row : never;

/**
 * Writes the modules of every lesson and their flags. If only the modules differ (a fixed link, other points), the
 * lesson counts as changed in `details`: learners who finished it need not read it again.
 */
export async function syncModules(
  curriculum: Curriculum,
  subchapterPks: Pks,
  stored: StoredModules,
  context: SyncContext,
): Promise<void> {
  for (const { subchapter, training } of subchaptersOf(curriculum)) {
    const pk = pkOf(subchapterPks, subchapter.uid);
    const storedModules = stored.of(pk);
    let isChanged = false;
    let isFlagChanged = false;
    for (const module of subchapter.modules) {
      const row = storedModules.get(module.id);
      const written = await writeModule(module, pk, row, context);
      const flagWritten = await writeFlag(module, written.pk, row, context);
      isChanged ||= written.isChanged || flagWritten;
      isFlagChanged ||= flagWritten;
    }
    const ids = new Set(subchapter.modules.map((module) => module.id));
    for (const row of storedModules.values()) {
      if (ids.has(row.id) || row.hidden) continue;
      isChanged = true;
      isFlagChanged ||= row.flag_pk !== null;
      await context.tx.updateTable('modules').set({ hidden: true }).where('pk', '=', row.pk).execute();
    }
    if (!isChanged) continue;
    recordDetails(subchapter, context);
    context.lessons.add(pk);
    context.tags.add(pageTags.subchapter(subchapter.slug));
    if (isFlagChanged) context.tags.add(pageTags.training(training)).add(pageTags.trainings);
    for (const { kind, data } of [...storedModules.values(), ...subchapter.modules])
      for (const tag of serverModules[kind]?.pages?.(data) ?? []) context.tags.add(tag);
  }
}

async function writeModule(
  module: ContentModule,
  subchapterPk: number,
  row: StoredModule | undefined,
  { tx }: SyncContext,
): Promise<{ pk: number; isChanged: boolean }> {
  const { id, kind, position, data, secret } = module;
  // Through JSON, so that `undefined`, which JSON drops, does not count as a difference.
  const wanted = { kind, position, hidden: false, ...(JSON.parse(JSON.stringify({ data, secret })) as object) };
  if (row && differences(row, wanted).length === 0) return { pk: row.pk, isChanged: false };
  const columns = { kind, position, hidden: false, data: JSON.stringify(data), secret: JSON.stringify(secret) };
  if (row) {
    await tx.updateTable('modules').set(columns).where('pk', '=', row.pk).execute();
    return { pk: row.pk, isChanged: true };
  }
  const values = { ...columns, id, subchapter_pk: subchapterPk };
  const { pk } = await tx.insertInto('modules').values(values).returning('pk').executeTakeFirstOrThrow();
  return { pk, isChanged: true };
}

/** @returns whether anything was written */
async function writeFlag(
  { id, flag, position }: ContentModule,
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
    kind: flag.answer === null ? ('drill' as const) : ('find' as const),
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

/** Only a salted hash of an answer is stored; nothing for an answer that differs for each learner. */
function secretOf(answer: string | null): { salt: Buffer | null; hash: Buffer | null } {
  if (answer === null) return { salt: null, hash: null };
  const salt = randomBytes(16);
  return { salt, hash: hashFlag(cleanFlag(answer), salt) };
}

/** Records a change of a lesson that the lesson sync counted as unchanged, although its modules differ. */
function recordDetails({ uid, name }: { uid: string; name: string }, { log }: SyncContext): void {
  if (log.changes.some((change) => change.kind === 'subchapter' && change.id === uid)) return;
  log.counts.subchapter.unchanged -= 1;
  log.add({ kind: 'subchapter', change: 'changed', id: uid, name, what: ['details'] });
}
