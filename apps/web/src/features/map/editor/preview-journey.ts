import type { Progress } from '@hexpedition/contract';
import { canAccessTier } from '@hexpedition/contract/tiers';
import type { Atlas } from '../atlas/atlas.ts';
import { type Journey, makeJourney } from '../atlas/journey.ts';

export const viewers = ['anonymous', 'free', 'paid', 'half'] as const;
/** Kind of visitor or learner that the preview shows the map for. */
export type PreviewViewer = (typeof viewers)[number];

export const viewerNames: Record<PreviewViewer, string> = {
  anonymous: 'Visitor',
  free: 'Learner, Free',
  paid: 'Learner, Specialization',
  half: 'Learner, halfway',
};

const noProgress: Progress = { progress: [], resume: null, locked_by_prerequisites: [] };

/** Builds the journey of another viewer. @param freeTier tier that the operator has opened to everyone */
export function previewJourney(atlas: Atlas, viewer: PreviewViewer, freeTier: number): Journey {
  const tier = viewer === 'paid' || viewer === 'half' ? 2 : 0;
  const reaches = (needed: number) => canAccessTier({ tier, isSuperuser: false, freeTier }, needed);
  if (viewer === 'anonymous') return makeJourney(atlas, { reaches });
  return makeJourney(atlas, { reaches, progress: viewer === 'half' ? halfWay(atlas) : noProgress });
}

/** Progress with the first half of the courses done, except that the last of them is half done. */
function halfWay(atlas: Atlas): Progress {
  const courses = atlas.nodes.flatMap((node) => (node.kind === 'training' ? [node] : []));
  const last_at = new Date(0).toISOString();
  const upTo = Math.ceil(courses.length / 2);
  const progress = courses.slice(0, upTo).map(({ slug, card: { subchapters: total } }, i) => {
    const done = i === upTo - 1 ? Math.floor(total / 2) : total;
    const completed = Array.from({ length: done }, (_, lesson) => `${slug}-${lesson}`);
    return { training_slug: slug, completed, changed: [], total, flags_found: 0, last_at, enrolled: true };
  });
  const current = courses[upTo - 1];
  const start = current?.card.start;
  return {
    progress,
    resume:
      current && start
        ? {
            training: { slug: current.slug, name: current.name },
            chapter: start.chapter,
            subchapter: start.subchapter,
            name: start.name,
          }
        : null,
    locked_by_prerequisites: [],
  };
}
