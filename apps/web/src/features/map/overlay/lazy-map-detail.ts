import { lazyRouteComponent } from '@tanstack/react-router';
// The server renders the panel, so its styles must load before its script.
import './map-detail.module.css';

/** Panel of `/detail`, loaded lazily to keep the map's first load small. The loaders of its routes wait for it. */
export const MapDetail = lazyRouteComponent(() => import('./map-detail.tsx'), 'MapDetail');
