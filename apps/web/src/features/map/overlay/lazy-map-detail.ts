import { lazyRouteComponent } from '@tanstack/react-router';
// Its styles come before its script, because the server has rendered it already.
import './map-detail.module.css';

/** The panel of `/detail`, which is no part of the map's first load. The loaders of its routes wait for it. */
export const MapDetail = lazyRouteComponent(() => import('./map-detail.tsx'), 'MapDetail');
