import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AuthoredChapters,
  type AuthoredTrainingDetail,
  type AuthoredTrainings,
  isDeviceName,
  type NewTraining,
  type Published,
  type TrainingEdit,
} from '@hexpedition/contract';
import { ContinentFile } from '@hexpedition/curriculum/source/curriculum-schemas';
import { readYaml } from '@hexpedition/curriculum/source/read-yaml';
import type { z } from 'zod';
import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { ImportReport } from '../import/import-report.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { readContinentFiles, readFolders, readNames } from './authored.read-model.ts';
import { presentChapters, presentReport, presentTraining } from './authored-training.presenter.ts';
import { countDrafts, readDrafts, readPlaces } from './drafts.read-model.ts';
import { lockPlaces, storePlaces } from './drafts.store.ts';
import { type FileChange, planStructure } from './files/plan-structure.ts';
import { headOf, newTrainingFile, readTrainingFile, withHead } from './files/training-head.ts';
import { lessonsInOrder } from './files/training-tree.ts';
import { withKeys } from './files/yaml-keys.ts';
import {
  type AuthoredStructure,
  describeChange,
  readStructure,
  readTrainings,
  selectTraining,
} from './find-training.ts';
import { NoRetryError, withRetry } from './retry-conflict.ts';

type PublishedAnswer = z.infer<typeof Published>;

export function createTrainingsService(deps: SourceDeps) {
  const { db } = deps;

  async function read(slug: string): Promise<AuthoredTrainingDetail> {
    const training = await selectTraining(db, slug);
    const continents = await readContinents(db);
    const continent = continents.get(training.folder.split('/')[0] ?? '')?.slug ?? '';
    return presentTraining(training, await readStructure(db, training), continent);
  }

  async function chapters(slug: string, viewer: Viewer): Promise<AuthoredChapters> {
    const structure = await readStructure(db, await selectTraining(db, slug));
    const drafts = await readDrafts(db, lessonsOf(structure));
    return presentChapters(structure, drafts, viewer.pk);
  }

  /** @throws AppError not_found for an unknown continent, conflict for a slug that is already used */
  async function create(viewer: Viewer, given: z.infer<typeof NewTraining>): Promise<AuthoredTrainingDetail> {
    const [continents, trainings, names] = await Promise.all([readContinents(db), readTrainings(db), readNames(db)]);
    const folder = [...continents].find(([, { slug }]) => slug === given.continent)?.[0];
    if (folder === undefined) throw notFound('continent');
    const slugConflict = new AppError('conflict', `Another course already has the slug ${given.slug}. Choose another.`);
    // Removed trainings count too: their learners' progress comes back with them.
    if ([...trainings.map(({ head }) => head), ...names.trainings].some(({ slug }) => slug === given.slug))
      throw slugConflict;
    // The slug becomes a folder name, and an export must be unpackable on any system.
    if (isDeviceName(given.slug))
      throw invalid({ slug: `${given.slug} is a reserved name on Windows. Choose another slug.` });
    const path = `${folder}/${given.slug}/training.yaml`;
    const id = newId(
      `tr-${given.slug}`,
      new Set(
        [...names.lessons, ...names.chapters, ...names.trainings, ...names.tests, ...names.places].map(
          ({ uid }) => uid,
        ),
      ),
    );
    const report = await changeSources(deps, [{ kind: 'write', path, content: newTrainingFile(id, given) }], {
      by: viewer.pk,
      act: 'published',
      expected: new Map([[path, null]]),
      inTransaction: (tx) =>
        audit(tx, {
          actor: viewer.pk,
          action: 'training.created',
          subject: `training:${given.slug}`,
          data: { before: null, after: given },
        }),
    });
    assertApplied(report);
    return read(given.slug);
  }

  /** Changes the head of a training and its order in one step. @throws AppError not_found, conflict, invalid_request */
  async function edit(viewer: Viewer, slug: string, wanted: TrainingEdit): Promise<PublishedAnswer> {
    const { etag, overwrite } = wanted;
    if (etag === undefined && !overwrite)
      throw invalid({ etag: 'Send the etag that the edit is based on, or set overwrite.' });
    return withRetry(async () => {
      const before = await readStructure(db, await selectTraining(db, slug));
      const changed = etag === undefined ? undefined : describeChange(etag, before.etag);
      if (!overwrite && changed) throw new NoRetryError(trainingConflict(changed));
      const plan = planStructure(before, wanted);
      if (Object.keys(plan.problems).length > 0) throw invalid(plan.problems);
      const head = wanted.training && withHead(before.tree.head, wanted.training);
      const changes = [...headChange(before, head ?? before.tree.head), ...plan.changes];
      return writeChanges(deps, viewer, before, changes, async (tx) => {
        const { id } = before.training.head;
        await lockPlaces(tx);
        if (!isDeepStrictEqual(await readPlaces(tx, id), before.places))
          throw new AppError(
            'conflict',
            'Another author has changed this course in the meantime. Reload it, then save again.',
          );
        await storePlaces(tx, id, plan.places);
      });
    });
  }

  /** @throws AppError not_found, conflict */
  async function recommend(viewer: Viewer, slug: string, next: string[]): Promise<PublishedAnswer> {
    return withRetry(async () => {
      const before = await readStructure(db, await selectTraining(db, slug));
      const head = withKeys(before.tree.head, { recommended_next: next });
      return writeChanges(deps, viewer, before, headChange(before, head), async () => {});
    });
  }

  return { list: () => listTrainings(db), read, chapters, create, edit, recommend };
}

async function listTrainings(db: Db): Promise<AuthoredTrainings> {
  const [trainings, continents, folders, drafts] = await Promise.all([
    readTrainings(db),
    readContinents(db),
    readFolders(db),
    countDrafts(db),
  ]);
  const folderOf = new Map(folders.map((folder) => [folder.folder, folder]));
  return {
    trainings: trainings.map(({ folder, head }) => {
      const known = folderOf.get(folder);
      const continent = continents.get(folder.split('/')[0] ?? '');
      return {
        slug: head.slug,
        name: head.name,
        continent: continent?.slug ?? '',
        continent_name: continent?.name ?? '',
        tier: head.tier,
        kind: head.kind,
        icon: head.icon,
        hidden: head.hidden,
        lessons: known?.lessons ?? 0,
        drafts: drafts.get(head.id) ?? 0,
        changed_at: known?.changed_at.toISOString() ?? null,
        changed_by: known?.changed_by ?? null,
      };
    }),
    continents: [...continents.values()].map(({ slug, name }) => ({ slug, name })),
  };
}

/** Applies the changes and records an audit event with the state before and after. */
async function writeChanges(
  deps: SourceDeps,
  viewer: Viewer,
  before: AuthoredStructure,
  changes: readonly FileChange[],
  inTransaction: (tx: Tx) => Promise<void>,
): Promise<PublishedAnswer> {
  const { training, revisions } = before;
  const { folder } = training;
  const { slug } = training.head;
  const finish = async (tx: Tx): Promise<void> => {
    await inTransaction(tx);
    const after = await readStructure(tx, await selectTraining(tx, slug));
    const data = { before: summarise(before), after: summarise(after) };
    if (!isDeepStrictEqual(data.before, data.after))
      await audit(tx, { actor: viewer.pk, action: 'training.changed', subject: `training:${slug}`, data });
  };
  let report: Pick<ImportReport, 'applied' | 'changes' | 'diagnostics'> = {
    applied: true,
    changes: [],
    diagnostics: [],
  };
  if (changes.length === 0) await deps.db.transaction().execute(finish);
  else
    report = await changeSources(deps, changes, {
      by: viewer.pk,
      act: 'published',
      expected: revisions,
      inTransaction: finish,
      refusesPlaceholders: (file) => changes.some((change) => change.kind === 'write' && change.path === file),
    });
  const { etag } = await readStructure(deps.db, await selectTraining(deps.db, slug));
  return presentReport(report, folder, etag);
}

/** Reads the continents by folder name. */
async function readContinents(db: Db): Promise<Map<string, { slug: string; name: string }>> {
  const found = new Map<string, { slug: string; name: string }>();
  for (const { path, text } of await readContinentFiles(db)) {
    const file = readYaml(text, ContinentFile, () => {});
    if (file) found.set(path.split('/')[0] ?? '', file.value);
  }
  return found;
}

function lessonsOf({ tree, places, withdrawn }: AuthoredStructure): string[] {
  const files = tree.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id));
  return [...files, ...places.map(({ uid }) => uid), ...withdrawn.keys()];
}

function headChange({ tree }: AuthoredStructure, head: string): FileChange[] {
  return head === tree.head ? [] : [{ kind: 'write', path: `${tree.folder}/training.yaml`, content: head }];
}

/** Summarises a training for the audit log: its head, and its lessons by chapter. */
function summarise({ tree, places }: AuthoredStructure) {
  const file = readTrainingFile(tree.head);
  return {
    head: { ...headOf(file), recommended_next: file.recommended_next },
    chapters: tree.chapters.map((chapter) => ({
      slug: chapter.slug,
      name: chapter.name,
      lessons: lessonsInOrder(chapter, places).map(({ slug, name }) => ({ slug, name })),
    })),
  };
}

/** @param taken ids of the whole curriculum */
function newId(wanted: string, taken: ReadonlySet<string>): string {
  const short = wanted.slice(0, 50).replace(/-$/, '');
  return taken.has(short) ? `${short}-${randomBytes(3).toString('hex')}` : short;
}

const trainingConflict = (changedPart: string): AppError =>
  new AppError(
    'conflict',
    `Another author has changed ${changedPart} since you opened this page. Load the current version, or overwrite it with yours.`,
  );

function assertApplied({ diagnostics, applied }: ImportReport): void {
  const problem = diagnostics.find(({ severity }) => severity === 'error');
  if (!applied) throw invalid({ slug: problem?.message ?? 'This course cannot be created.' });
}
