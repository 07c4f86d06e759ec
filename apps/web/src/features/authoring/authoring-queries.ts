import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '#lib/query.ts';

export const authoredTrainingsQuery = endpointQuery('GET /api/admin/trainings');
/** Drill makers; they change only with a new version of the platform. */
export const drillsQuery = endpointQuery('GET /api/admin/drills');
export const authoredTrainingQuery = (slug: string) =>
  endpointQuery('GET /api/admin/training/:slug', { params: { slug } });
/** Always current: others may publish the map. */
export const placementQuery = (slug: string) => ({
  ...endpointQuery('GET /api/admin/training/:slug/placement', { params: { slug } }),
  staleTime: 0,
});
export const chaptersQuery = (slug: string) =>
  endpointQuery('GET /api/admin/training/:slug/chapters', { params: { slug } }, { quiet: true });
export const trainingFilesQuery = (slug: string) =>
  endpointQuery('GET /api/admin/training/:slug/files', { params: { slug } });
/** Polled while the lesson is open, because others may publish it. */
export const authoredLessonQuery = (slug: string) =>
  endpointQuery('GET /api/admin/subchapter/:slug', { params: { slug } }, { quiet: true });
export const revisionsQuery = (slug: string, cursor?: string) =>
  endpointQuery('GET /api/admin/subchapter/:slug/revisions', { params: { slug }, query: cursor ? { cursor } : {} });
/** A revision never changes. */
export const revisionQuery = (slug: string, revision: number) => ({
  ...endpointQuery('GET /api/admin/subchapter/:slug/revisions/:revision', { params: { slug, revision } }),
  staleTime: Number.POSITIVE_INFINITY,
});

const learnerEndpoints = ['GET /api/trainings', 'GET /api/training/', 'GET /api/subchapter/', 'GET /api/config/hexmap'];

/** Invalidates the author's and the learner's queries that a publication changes. */
export function refreshPublished(client: QueryClient): void {
  const isStale = (endpoint: string) =>
    endpoint.startsWith('GET /api/admin/training') ||
    endpoint.endsWith('/revisions') ||
    learnerEndpoints.some((start) => endpoint.startsWith(start));
  void client.invalidateQueries({ predicate: ({ queryKey }) => isStale(String(queryKey[0])) });
}
