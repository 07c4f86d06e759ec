import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import type { SourceDeps } from '../sources/change-sources.ts';
import { setCourseVisibility } from './course-visibility.ts';
import { createLessonsService } from './lessons.service.ts';
import { listMediaFiles, removeMediaFile } from './media-files.ts';
import { findPlacement } from './placement.read-model.ts';
import { createPreviewService } from './preview.service.ts';
import { createScheduledPublishingSweep } from './scheduled-publishing.sweep.ts';
import { createTrainingsService } from './trainings.service.ts';

/** The endpoints for authors who edit courses in the browser. */
export function createAuthoring(deps: SourceDeps & { clock: Clock; limiter: RateLimiter }) {
  const { db } = deps;
  const trainings = createTrainingsService(deps);
  const lessons = createLessonsService(deps);
  const preview = createPreviewService(deps);

  return {
    routes(app: FastifyInstance): void {
      registerEndpoints(app, {
        'GET /api/admin/trainings': () => trainings.list(),
        'POST /api/admin/trainings': ({ viewer, body }) => trainings.create(viewer, body),
        'GET /api/admin/training/:slug': ({ params }) => trainings.read(params.slug),
        'GET /api/admin/training/:slug/chapters': ({ params, viewer }) => trainings.chapters(params.slug, viewer),
        'GET /api/admin/training/:slug/placement': ({ params }) => findPlacement(db, params.slug),
        'POST /api/admin/training/:slug': ({ params, viewer, body }) => trainings.edit(viewer, params.slug, body),
        'POST /api/admin/training/:slug/recommended_next': ({ params, viewer, body }) =>
          trainings.recommend(viewer, params.slug, body.recommended_next),
        'POST /api/admin/trainings/visibility': ({ viewer, body }) => setCourseVisibility(deps, viewer, body),
        'GET /api/admin/training/:slug/files': ({ params }) => listMediaFiles(db, params.slug),
        'DELETE /api/admin/training/:slug/files/:folder/:name': ({ params, viewer }) =>
          removeMediaFile(deps, viewer.pk, params),

        'GET /api/admin/subchapter/:slug': ({ params, viewer }) => lessons.read(params.slug, viewer),
        'PUT /api/admin/subchapter/:slug/draft': ({ params, viewer, body }) =>
          lessons.saveDraft(viewer, params.slug, body),
        'DELETE /api/admin/subchapter/:slug/draft': ({ params, viewer }) => lessons.discardDraft(viewer, params.slug),
        'POST /api/admin/subchapter/:slug/publish': ({ params, viewer, body }) =>
          lessons.publish(viewer, params.slug, body),
        'POST /api/admin/subchapter/:slug/preview': ({ params, viewer, body }) => preview(viewer, params.slug, body),
        'GET /api/admin/subchapter/:slug/revisions': ({ params, query }) =>
          lessons.revisions(params.slug, query.cursor),
        'GET /api/admin/subchapter/:slug/revisions/:revision': ({ params }) =>
          lessons.revision(params.slug, params.revision),
        'POST /api/subchapter/:slug': ({ params, viewer, body }) => lessons.writeModules(viewer, params.slug, body),
      });
    },
    /** Publishes the drafts that are due. */
    sweep: createScheduledPublishingSweep({ db, clock: deps.clock, lessons }),
  };
}
