/**
 * Cache tags: the API paths whose responses an import changes. A cached page is tagged with the paths that were read
 * for it. A lesson's page also reads its training, for names and neighbours.
 */
export const pageTags = {
  trainings: '/api/trainings',
  features: '/api/config/features*',
  training: (slug: string): string => `/api/training/${slug}`,
  subchapter: (slug: string): string => `/api/subchapter/${slug}`,
  lab: (slug: string): string => `/api/lab/${slug}`,
};

/** A training shows the names of its prerequisites and may be locked by them, so its pages change with them. */
export function tagDependents(
  trainings: readonly { slug: string; requires: readonly string[] }[],
  { tags }: { tags: Set<string> },
): void {
  for (const { slug, requires } of trainings)
    if (requires.some((prerequisite) => tags.has(pageTags.training(prerequisite)))) tags.add(pageTags.training(slug));
}
