import type { Progress } from '@hexpedition/contract';
import { canAccessTier } from '@hexpedition/contract/tiers';
import type { Atlas } from '../atlas/atlas.ts';
import { type Journey, makeJourney } from '../atlas/journey.ts';

export const viewers = ['anonymous', 'free', 'paid', 'half'] as const;
/** As whom the author looks at the map. */
export type PreviewViewer = (typeof viewers)[number];

export const viewerNames: Record<PreviewViewer, string> = {
  anonymous: 'Visitor',
  free: 'Learner, Free',
  paid: 'Learner, Specialization',
  half: 'Learner, half-way',
};

const nothing: Progress = { progress: [], resume: null, locked_by_steps: [] };

/** The map as somebody else sees it. @param freeTier what the operator opens to everybody */
export function previewJourney(atlas: Atlas, viewer: PreviewViewer, freeTier: number): Journey {
  const tier = viewer === 'paid' || viewer === 'half' ? 2 : 0;
  const reaches = (needed: number) => canAccessTier({ tier, isSuperuser: false, freeTier }, needed);
  if (viewer === 'anonymous') return makeJourney(atlas, { reaches });
  return makeJourney(atlas, { reaches, progress: viewer === 'half' ? halfWay(atlas) : nothing });
}

/** Every second course is done, and the one after the last of them is under way. */
function halfWay(atlas: Atlas): Progress {
  const courses = atlas.nodes.flatMap((node) => (node.kind === 'training' ? [node] : []));
  const last_at = new Date(0).toISOString();
  const upTo = Math.ceil(courses.length / 2);
  const progress = courses.slice(0, upTo).map(({ slug, card: { subchapters: total } }, i) => {
    const done = i === upTo - 1 ? Math.floor(total / 2) : total;
    const completed = Array.from({ length: done }, (_, lesson) => `${slug}-${lesson}`);
    return { training_slug: slug, completed, changed: [], total, flags_found: 0, last_at, enrolled: true };
  });
  const here = courses[upTo - 1];
  const start = here?.card.start;
  return {
    progress,
    resume:
      here && start
        ? {
            training: { slug: here.slug, name: here.name },
            chapter: start.chapter,
            subchapter: start.subchapter,
            name: start.name,
          }
        : null,
    locked_by_steps: [],
  };
}
