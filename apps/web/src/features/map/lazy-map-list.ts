import { lazyRouteComponent } from '@tanstack/react-router';
// The server renders the list, so its styles must load before its script.
import './map-list.module.css';

/** The map as a list, loaded lazily to keep the map's first load small. The loaders of the maps wait for it. */
export const MapList = lazyRouteComponent(() => import('./map-list.tsx'), 'MapList');

/** Loads the list for a page that shows it. */
export const loadList = async ({ view }: { view?: 'list' | undefined }): Promise<void> => {
  if (view === 'list') await MapList.preload?.();
};
