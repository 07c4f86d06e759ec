/**
 * What an import changes, as the paths of the API that answer differently now: cached pages are tagged with the paths
 * that were read for them. A lesson's page reads its training too, for names and neighbours.
 */
export const pageTags = {
  trainings: '/api/trainings',
  features: '/api/config/features*',
  training: (slug: string): string => `/api/training/${slug}`,
  subchapter: (slug: string): string => `/api/subchapter/${slug}`,
  lab: (slug: string): string => `/api/lab/${slug}`,
};
