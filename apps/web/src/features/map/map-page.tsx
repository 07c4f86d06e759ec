import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { Outlet, useHydrated, useMatches, useRouter } from '@tanstack/react-router';
import { type MouseEvent, Suspense, useEffect, useMemo } from 'react';
import { useTierReach } from '#entities/account/tier-access.ts';
import { solvedLabsQuery } from '#entities/lab/lab-queries.ts';
import { progressQuery } from '#entities/map/map-queries.ts';
import { nextTrainingOf, overviewQuery, progressOfQuery } from '#entities/progress/overview-queries.ts';
import { useVisitorProgress } from '#entities/progress/visitor-progress.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { Atlas } from './atlas/atlas.ts';
import { type Journey, makeJourney } from './atlas/journey.ts';
import { type MapParams, parentHref, type Selection, select, titleOf } from './atlas/map-selection.ts';
import { useAtlas } from './atlas/use-atlas.ts';
import { MapList } from './lazy-map-list.ts';
import css from './map-page.module.css';
import { MapStage } from './map-stage.tsx';

/** Page of all map URLs. A single page keeps the picture while the URL changes. */
export function MapPage({ hexmap, view }: { hexmap: HexmapName; view: 'map' | 'list' }) {
  const atlas = useAtlas(hexmap);
  const journey = useJourney(atlas);
  const params = useMapParams();
  const found = select(atlas, params);
  // The loader rejects a missing selection. This covers a list that changes while the page is open.
  const selection: Selection = 'missing' in found ? { level: 'map' } : found;
  const followLink = useFollowLinks();
  useEscape(parentHref(selection, atlas.root));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only routes clicks on links
    <div className={css.page} onClick={followLink}>
      <VisuallyHidden as="h1">{titleOf(selection, atlas.root)}</VisuallyHidden>
      {view === 'map' ? (
        <MapStage atlas={atlas} journey={journey} selection={selection} />
      ) : (
        <Suspense>
          <MapList atlas={atlas} journey={journey} />
        </Suspense>
      )}
      <Outlet />
    </div>
  );
}

/** Returns the number of subchapters that a visitor without an account has finished, by training. */
function useVisitedCounts() {
  const isVisitor = useSession() === null;
  const visitorProgress = useVisitorProgress();
  return useMemo(() => {
    if (!isVisitor) return undefined;
    const counts = new Map<string, number>();
    for (const { training, completed } of Object.values(visitorProgress)) {
      if (completed !== undefined) counts.set(training, (counts.get(training) ?? 0) + 1);
    }
    return counts;
  }, [isVisitor, visitorProgress]);
}

/** Returns the learner's journey. On the server and on the first render it is a visitor's. */
function useJourney(atlas: Atlas): Journey {
  const reaches = useTierReach();
  const { data: all } = usePersonalQuery(progressQuery);
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  const visited = useVisitedCounts();
  const kind = atlas.root === '/youtube' ? 'video' : 'course';
  const isOnMap = (slug: string) => atlas.byRef.has(`training:${slug}`);
  // A learner who used the other map last still has a position on this one.
  const isOnOtherMap = !!all?.resume && !isOnMap(all.resume.training.slug);
  const { data: mapProgress } = usePersonalQuery(progressOfQuery(kind), isOnOtherMap);
  const resume = (isOnOtherMap ? mapProgress?.resume : all?.resume) ?? null;
  const progress = useMemo(() => all && { ...all, resume }, [all, resume]);
  // After all started trainings are finished, the overview suggests the next one.
  const hasFinishedAll =
    !resume &&
    (!isOnOtherMap || mapProgress !== undefined) &&
    !!all?.progress.some(({ training_slug }) => isOnMap(training_slug));
  const { data: overview } = usePersonalQuery(overviewQuery(kind), hasFinishedAll);
  const next = hasFinishedAll ? nextTrainingOf(overview)?.slug : undefined;
  // The server-rendered page may come from a cache, so the time is used only after hydration.
  const isHydrated = useHydrated();
  return useMemo(
    () => makeJourney(atlas, { reaches, progress, solved, next, visited, now: isHydrated ? Date.now() : undefined }),
    [atlas, reaches, progress, solved, next, visited, isHydrated],
  );
}

/** Returns the URL parameters of the deepest matching route. */
function useMapParams(): MapParams {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      const { continent, training, lab }: MapParams = last?.params ?? {};
      return { continent, training, lab, detail: last?.routeId.endsWith('/detail') ?? false };
    },
    structuralSharing: true,
  });
}

/**
 * Routes clicks on plain links through the router with one listener. Hundreds of `<Link>` components would each subscribe
 * to every URL change.
 */
function useFollowLinks() {
  const router = useRouter();
  return (event: MouseEvent<HTMLElement>) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
    const href = link?.getAttribute('href');
    if (!href || href.startsWith('/api/') || link?.hasAttribute('target')) return;
    event.preventDefault();
    router.history.push(href);
  };
}

/** Makes Escape go one level up, regardless of the focus. */
function useEscape(up: string | null) {
  const router = useRouter();
  useEffect(() => {
    if (!up) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      router.history.push(up);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [up, router]);
}
