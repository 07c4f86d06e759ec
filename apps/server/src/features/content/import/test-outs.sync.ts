import type { Curriculum } from '@hexpedition/curriculum/source/curriculum-types';
import { differences } from './diff-rows.ts';
import { pageTags } from './page-tags.ts';
import type { SyncContext } from './sync-context.ts';
import { type Pks, pkOf } from './trainings.sync.ts';

/** Writes the tests of trainings. A test whose file was removed is hidden; learners who passed it keep their result. */
export async function syncTestOuts({ trainings }: Curriculum, trainingPks: Pks, context: SyncContext): Promise<void> {
  const rows = await context.tx.selectFrom('test_outs').selectAll().execute();
  for (const training of trainings) {
    const pk = pkOf(trainingPks, training.uid);
    const row = rows.find(({ training_pk }) => training_pk === pk);
    if (await write(training.test_out, pk, row, context)) {
      recordTestChange(training, context);
      context.tags.add(pageTags.training(training.slug));
    }
  }
}

/** Checks whether the stored test of a training needs no change. */
export function isTestCurrent(
  test: Curriculum['trainings'][number]['test_out'],
  row: { hidden: boolean } | undefined,
): boolean {
  if (!test) return !row || row.hidden;
  // Through JSON, so that `undefined`, which JSON drops, does not count as a difference.
  const wanted = { ...(JSON.parse(JSON.stringify(test)) as object), hidden: false };
  return row !== undefined && differences(row, wanted).length === 0;
}

/** @returns whether anything was written */
async function write(
  test: Curriculum['trainings'][number]['test_out'],
  training_pk: number,
  row: { hidden: boolean } | undefined,
  { tx }: SyncContext,
): Promise<boolean> {
  if (isTestCurrent(test, row)) return false;
  if (!test) {
    await tx.updateTable('test_outs').set({ hidden: true }).where('training_pk', '=', training_pk).execute();
    return true;
  }
  const columns = {
    ...test,
    modules: JSON.stringify(test.modules),
    secrets: JSON.stringify(test.secrets),
    hidden: false,
  };
  await tx
    .insertInto('test_outs')
    .values({ ...columns, training_pk })
    .onConflict((conflict) => conflict.column('training_pk').doUpdateSet(columns))
    .execute();
  return true;
}

/** Records that the training changed in `test`, in addition to its other changes. */
function recordTestChange({ uid, name }: { uid: string; name: string }, { log }: SyncContext): void {
  const known = log.changes.find((change) => change.kind === 'training' && change.id === uid);
  if (known) {
    if (known.change !== 'new') known.what.push('test');
    return;
  }
  log.counts.training.unchanged -= 1;
  log.add({ kind: 'training', change: 'changed', id: uid, name, what: ['test'] });
}
