import { basename } from 'node:path';
import { findLabs, type LoadedLab, loadLab } from '@hexpedition/lab-runtime';
import { sql } from 'kysely';
import { renderMarkdown } from '#features/content/content.public';
import { pathsOfLab } from '#features/lab-lookup/lab-lookup.public';
import { refreshSearch } from '#features/search/search.public';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';

/** Increase it to render briefings again although their files have not changed. */
const rendererVersion = 2;

export interface LabSync {
  /** Slugs of labs that are new, changed or gone. */
  changed: string[];
  /** Errors of labs that could not be read. Their rows in the database do not change. */
  problems: string[];
}

/**
 * Imports the labs of a folder into the database. A lab whose folder is gone is hidden and keeps its solves.
 * @param onUpdate called once before the first lab that is new or changed
 */
export async function syncLabs(db: Db, folder: string, onUpdate: () => void = () => {}): Promise<LabSync> {
  const result: LabSync = { changed: [], problems: [] };
  const before = await db.selectFrom('labs').select(['pk', 'slug', 'version', 'hidden', 'position']).execute();
  const bySlug = new Map(before.map((row) => [row.slug, row]));
  const found = new Set<string>();
  for (const [position, dir] of (await findLabs(folder)).entries()) {
    const slug = basename(dir);
    found.add(slug);
    try {
      const lab = await loadLab(dir);
      const existing = bySlug.get(slug);
      const version = `${lab.version}.${rendererVersion}`;
      if (existing && existing.version === version && !existing.hidden && existing.position === position) continue;
      if (result.changed.length === 0) onUpdate();
      await writeLab(db, lab, { version, position, isFirst: before.length === 0 });
      result.changed.push(slug);
    } catch (error) {
      result.problems.push((error as Error).message);
    }
  }
  const gone = before.filter((row) => !row.hidden && !found.has(row.slug));
  if (gone.length > 0) await hideLabs(db, gone);
  result.changed.push(...gone.map((row) => row.slug));
  return result;
}

interface LabRow {
  version: string;
  position: number;
  /** Whether the database had no labs before. */
  isFirst: boolean;
}

async function writeLab(db: Db, { manifest, briefing, writeup }: LoadedLab, { version, position, isFirst }: LabRow) {
  const html = async (source: string) => (await renderMarkdown(source)).html;
  const hints = [];
  for (const { cost, text, flag } of manifest.hints) hints.push({ cost, html: await html(text), flag });
  const flags: FlagRow[] = [];
  for (const { task, after, ...flag } of manifest.flags) {
    flags.push({ ...flag, kind: 'find', task_html: await html(task), after_id: after ?? null });
  }
  const { repair, workspace } = manifest;
  if (repair) {
    const { id, name, points } = repair;
    flags.push({ id, name, points, kind: 'repair', task_html: '', after_id: null });
  }
  const values = {
    slug: manifest.slug,
    name: manifest.name,
    summary: manifest.summary,
    tier: manifest.tier,
    difficulty: manifest.difficulty,
    minutes: manifest.minutes,
    risk: manifest.risk,
    version,
    briefing_html: await html(briefing),
    writeup_html: await html(writeup),
    hints: JSON.stringify(hints),
    position,
    hidden: false,
    topic: manifest.topic,
    tags: manifest.tags,
    tools: manifest.tools,
    trainings: manifest.trainings,
    serves: manifest.serves,
    workspace: workspace ? JSON.stringify({ ...workspace, socket: workspace.socket ?? null }) : null,
    repair_files: repair?.files ?? [],
  };
  await db.transaction().execute(async (tx) => {
    const { pk } = await tx
      .insertInto('labs')
      // On a new site, no lab is marked as new.
      .values({ ...values, added_at: isFirst ? null : sql`now()` })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(values))
      .returning('pk')
      .executeTakeFirstOrThrow();
    await writeFlags(tx, { pk, slug: manifest.slug }, flags);
    await refreshSearch(tx);
    await announcePageChange(tx, pathsOfLab(manifest.slug));
  });
}

async function hideLabs(db: Db, labs: { pk: number; slug: string }[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const pks = labs.map((row) => row.pk);
    await tx.updateTable('labs').set({ hidden: true }).where('pk', '=', anyOf(pks)).execute();
    await refreshSearch(tx);
    await announcePageChange(
      tx,
      labs.flatMap((row) => pathsOfLab(row.slug)),
    );
  });
}

interface FlagRow {
  id: string;
  name: string;
  points: number;
  kind: 'find' | 'repair';
  task_html: string;
  after_id: string | null;
}

async function writeFlags(tx: Tx, lab: { pk: number; slug: string }, flags: FlagRow[]): Promise<void> {
  // Flags that are not in the manifest become hidden; their solves and points remain.
  await tx.updateTable('flags').set({ hidden: true }).where('lab_pk', '=', lab.pk).execute();
  for (const [position, { id, kind, ...flag }] of flags.entries()) {
    const values = { ...flag, position, hidden: false };
    const written = await tx
      .insertInto('flags')
      .values({ ...values, id, kind, lab_pk: lab.pk, module_pk: null, salt: null, hash: null })
      .onConflict((conflict) =>
        conflict
          .columns(['lab_pk', 'id'])
          .where('lab_pk', 'is not', null)
          .doUpdateSet(values)
          // A flag must not become a repair, because its solves would become solves of the repair.
          .where('flags.kind', '=', kind),
      )
      .returning('pk')
      .executeTakeFirst();
    if (written) continue;
    const previous = kind === 'repair' ? 'a flag' : 'the repair';
    throw new Error(
      `${lab.slug}/lab.yaml: ${id} was ${previous} of this lab before, and learners may have solved it; choose another id`,
    );
  }
}
