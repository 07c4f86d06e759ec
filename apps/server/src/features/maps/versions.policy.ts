import { type MapVersionName, mapVersions } from '@hexpedition/contract';
import type { Viewer } from '#platform/http/viewer';

const isVersion = (version: string): version is MapVersionName => mapVersions.some((one) => one === version);

/** The versions of the maps and of the features: the one for everybody, and the one that is being tried out. */
export const seesVersion = (viewer: Viewer | null, version: string): version is MapVersionName =>
  isVersion(version) && (version === '2' || (viewer?.betaAccess || viewer?.isSuperuser) === true);
