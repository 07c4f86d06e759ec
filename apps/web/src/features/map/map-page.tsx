import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import { type MapParams, parentHref, type Selection, select, titleOf } from './atlas/map-selection.ts';
import { useAtlas } from './atlas/use-atlas.ts';
import { useJourney } from './atlas/use-journey.ts';
import { MapList } from './map-list.tsx';
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
      <h1 className={css.title}>{titleOf(selection, atlas.root)}</h1>
      {view === 'map' && <MapStage atlas={atlas} journey={journey} selection={selection} />}
      <MapList atlas={atlas} journey={journey} shown={view === 'list'} />
      <Outlet />
    </div>
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
