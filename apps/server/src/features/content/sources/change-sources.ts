import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { ImportReport } from '../import/import-report.ts';
import { findKnownLabs } from '../import/known-labs.ts';
import { type ApplyOptions, applyPlan } from './apply-plan.ts';
import { planChanges, type SourceChange } from './source-plan.ts';
import type { SourceReader } from './source-reader.ts';
import type { StoredSources } from './sources.read-model.ts';
import type { SourceAct } from './sources.store.ts';

export interface SourceDeps {
  db: Db;
  reader: SourceReader;
}

interface Change {
  /** The account that makes the change. The caller writes the audit event in `inTransaction`. */
  by: number | null;
  /** Act of the written files; moved and removed files have their own acts. */
  act: SourceAct;
  note?: string;
  /** Path → the latest revision that the author has seen; null if the file must not exist. */
  expected?: ReadonlyMap<string, number | null>;
  /** Paths that must not exist yet. */
  onlyNew?: readonly string[];
  inTransaction?: ApplyOptions['inTransaction'];
  refusesPlaceholders?: ApplyOptions['refusesPlaceholders'];
}

/**
 * Changes files of the curriculum and publishes the result: everything at once, or nothing if a file has an error,
 * which the report contains.
 * @throws AppError `conflict` when another author has changed one of the expected files
 */
export async function changeSources(
  { db, reader }: SourceDeps,
  changes: readonly SourceChange[],
  { by, act, note = '', expected, onlyNew = [], inTransaction, refusesPlaceholders }: Change,
): Promise<ImportReport> {
  const planOf = (stored: StoredSources) => {
    checkExpected(stored, expected ?? new Map());
    const existing = onlyNew.find((path) => stored.live.has(path));
    if (existing !== undefined)
      throw new AppError('already_done', `The file ${existing} already exists. Choose another name, or overwrite it.`);
    return planChanges(stored, changes, act);
  };
  return applyPlan(planOf, {
    db,
    reader,
    labs: await findKnownLabs(db),
    by,
    note,
    ...(inTransaction ? { inTransaction } : {}),
    ...(refusesPlaceholders ? { refusesPlaceholders } : {}),
  });
}

function checkExpected({ live }: StoredSources, expected: ReadonlyMap<string, number | null>): void {
  for (const [path, revision] of expected) {
    if ((live.get(path)?.revision ?? null) !== revision)
      throw new AppError(
        'conflict',
        'Another author has changed this in the meantime. Compare both versions, then publish again.',
      );
  }
}
