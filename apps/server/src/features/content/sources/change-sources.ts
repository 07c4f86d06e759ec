import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { findKnownLabs } from '../import/known-labs.ts';
import type { ImportReport } from '../import/report.ts';
import { type ApplyOptions, applyPlan } from './apply.ts';
import { planChanges, type SourceChange } from './changes.ts';
import type { SourceReader } from './reader.ts';
import type { StoredSources } from './sources.read-model.ts';
import type { SourceAct } from './sources.store.ts';

export interface SourceDeps {
  db: Db;
  reader: SourceReader;
}

interface Change {
  /** Who does it. Whoever calls leaves the entry in the log, with `also`: it knows what was done. */
  by: number | null;
  /** Of the files that are written; moved and removed ones have acts of their own. */
  act: SourceAct;
  note?: string;
  /** Path → the newest revision that the author has seen; null for a file that is not there. */
  expected?: ReadonlyMap<string, number | null>;
  /** Paths that must be free. */
  onlyNew?: readonly string[];
  inTransaction?: ApplyOptions['inTransaction'];
}

/**
 * Changes files of the curriculum and publishes the result: everything at once, or, when a file has an error, nothing,
 * and the report says what is wrong.
 * @throws AppError `conflict` when somebody else has changed one of the expected files
 */
export async function changeSources(
  { db, reader }: SourceDeps,
  changes: readonly SourceChange[],
  { by, act, note = '', expected, onlyNew = [], inTransaction }: Change,
): Promise<ImportReport> {
  const planOf = (stored: StoredSources) => {
    checkExpected(stored, expected ?? new Map());
    const taken = onlyNew.find((path) => stored.live.has(path));
    if (taken !== undefined)
      throw new AppError('already_done', `There is a file ${taken} already. Choose another name, or overwrite it.`);
    return planChanges(stored, changes, act);
  };
  return applyPlan(planOf, {
    db,
    reader,
    labs: await findKnownLabs(db),
    by,
    note,
    ...(inTransaction ? { inTransaction } : {}),
  });
}

function checkExpected({ live }: StoredSources, expected: ReadonlyMap<string, number | null>): void {
  for (const [path, revision] of expected) {
    if ((live.get(path)?.revision ?? null) !== revision)
      throw new AppError('conflict', 'Somebody else has changed this meanwhile. Look at both, then publish again.');
  }
}
