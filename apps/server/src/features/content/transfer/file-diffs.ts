import type { DifferenceLine, ImportedFile } from '@hexpedition/contract';
import type { IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import type { Db } from '#platform/db/db';
import type { SourcePlan } from '../sources/source-plan.ts';
import { findText, isTextFile, type StoredFile, type StoredSources } from '../sources/sources.read-model.ts';
import { differenceOf } from './line-diff.ts';

/** Limits for the report: more can neither be read by a person nor shown on a page. */
const maxFiles = 2_000;
const maxLines = 6_000;

export interface FileDifferences {
  files: ImportedFile[];
  more_files: number;
}

/** Describes what a plan does to each file, with the changed lines. Files that authors changed come first. */
export async function describeFiles(db: Db, stored: StoredSources, plan: SourcePlan): Promise<FileDifferences> {
  const byPk = new Map(stored.files.map((file) => [file.pk, file]));
  const kept = (plan.kept ?? []).map((one) => ({ ...one, kept: true }));
  const applied = plan.writes.map((one) => ({ ...one, kept: false }));
  const all = [...kept, ...applied.sort((a, b) => (a.path < b.path ? -1 : 1))];
  const files: ImportedFile[] = [];
  let lines = 0;
  for (const { pk, path, file, kept } of all.slice(0, maxFiles)) {
    const before = pk === null ? undefined : byPk.get(pk);
    const difference = file && before && lines < maxLines ? await differenceFrom(db, before, path, file) : null;
    lines += difference?.length ?? 0;
    files.push({
      path,
      change: changeOf(before, file),
      kept,
      from: before && before.path !== path && before.hash !== null ? before.path : null,
      size: file?.size ?? (file === null ? 0 : (before?.size ?? 0)),
      difference,
    });
  }
  return { files, more_files: all.length - files.length };
}

function changeOf(before: StoredFile | undefined, file: IncomingFile | null | undefined): ImportedFile['change'] {
  if (file === null) return 'gone';
  if (file === undefined) return 'moved';
  return before && before.hash !== null ? 'changed' : 'new';
}

async function differenceFrom(
  db: Db,
  before: StoredFile,
  path: string,
  file: IncomingFile,
): Promise<DifferenceLine[] | null> {
  if (before.hash === null || !isTextFile(path, file.size)) return null;
  const [old, now] = [await findText(db, before.pk), await file.text()];
  return old === undefined || now === undefined ? null : differenceOf(old, now);
}
