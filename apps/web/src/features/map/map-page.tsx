import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import { type MapParams, parentHref, type Selection, select, titleOf } from './atlas/selection.ts';
import { useAtlas } from './atlas/use-atlas.ts';
import { useJourney } from './atlas/use-journey.ts';
import { MapList } from './map-list.tsx';
import css from './map-page.module.css';
import { MapStage } from './map-stage.tsx';

/** The map in all its addresses: one page, so that the picture lives on while the address changes. */
export function MapPage({ hexmap, view }: { hexmap: HexmapName; view: 'map' | 'list' }) {
  const atlas = useAtlas(hexmap);
  const journey = useJourney(atlas);
  const params = useMapParams();
  const found = select(atlas, params);
  // The loader refuses what is missing. This is for the moment when a list changes under an open page.
  const selection: Selection = 'missing' in found ? { level: 'map' } : found;
  const follow = useFollowLinks();
  useEscape(parentHref(selection, atlas.root));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only routes the clicks of links
    <div className={css.page} onClick={follow}>
      <h1 className={css.title}>{titleOf(selection, atlas.root)}</h1>
      {view === 'map' && <MapStage atlas={atlas} journey={journey} selection={selection} />}
      <MapList atlas={atlas} journey={journey} shown={view === 'list'} />
      <Outlet />
    </div>
  );
}

/** What the deepest matching route names. */
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
 * Plain links of this page go through the router. One listener for all: a `<Link>` for each of hundreds of hexes
 * would subscribe each of them to every change of the address.
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

/** Escape goes one level up, wherever the focus is. */
function useEscape(up: string | null) {
  const router = useRouter();
  // The keyboard is outside React.
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
