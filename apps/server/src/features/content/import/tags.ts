/**
 * Tags of pages, so that an import drops just those cached pages that show something else now. A lesson's page carries
 * its training's tag too, because it shows names and neighbours.
 */
export const pageTags = {
  trainings: 'trainings',
  hexmap: 'hexmap',
  features: 'features',
  training: (slug: string): string => `training:${slug}`,
  subchapter: (slug: string): string => `subchapter:${slug}`,
  lab: (slug: string): string => `lab:${slug}`,
};
