import type { CourseVisibility, CourseVisibilityAnswer } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { ImportReport } from '../import/import-report.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { withKeys } from './files/yaml-keys.ts';
import { type FoundTraining, readTrainings } from './find-training.ts';
import { withRetry } from './retry-conflict.ts';

/** Shows several courses to learners, or hides them, in one step. @throws AppError not_found, conflict */
export const setCourseVisibility = (
  deps: SourceDeps,
  viewer: Viewer,
  { courses, hidden }: CourseVisibility,
): Promise<CourseVisibilityAnswer> =>
  withRetry(async () => {
    const bySlug = new Map((await readTrainings(deps.db)).map((training) => [training.head.slug, training]));
    const selected = [...new Set(courses)].flatMap((slug) => bySlug.get(slug) ?? []);
    if (selected.length < new Set(courses).size) throw notFound('course');
    const changed = selected.filter(({ head }) => head.hidden !== hidden);
    const report = changed.length > 0 ? await writeHidden(deps, viewer, changed, hidden) : undefined;
    const applied = report?.applied ?? true;
    return {
      applied,
      courses: selected.map(({ head: { slug, name, hidden: before } }) => ({
        slug,
        name,
        hidden: applied ? hidden : before,
      })),
      diagnostics: applied ? [] : (report?.diagnostics ?? []),
    };
  });

const writeHidden = (
  deps: SourceDeps,
  viewer: Viewer,
  trainings: readonly FoundTraining[],
  hidden: boolean,
): Promise<ImportReport> =>
  changeSources(
    deps,
    trainings.map(({ file: { path, text } }) => ({ kind: 'write', path, content: withKeys(text, { hidden }) })),
    {
      by: viewer.pk,
      act: 'published',
      refusesPlaceholders: (changed) => trainings.some(({ file }) => file.path === changed),
      expected: new Map(trainings.map(({ file: { path, revision } }) => [path, revision])),
      async inTransaction(tx) {
        for (const { head } of trainings)
          await audit(tx, {
            actor: viewer.pk,
            action: 'training.changed',
            subject: `training:${head.slug}`,
            data: { before: { hidden: head.hidden }, after: { hidden } },
          });
      },
    },
  );
