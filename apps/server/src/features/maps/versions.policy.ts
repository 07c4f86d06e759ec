import { type MapVersionName, mapVersions } from '@hexpedition/contract';
import type { Viewer } from '#platform/http/viewer';

const isVersion = (version: string): version is MapVersionName => mapVersions.some((one) => one === version);

/** Checks whether a viewer may see a version of the maps and features: `2` is for everyone, `beta` for testers. */
export const canSeeVersion = (viewer: Viewer | null, version: string): version is MapVersionName =>
  isVersion(version) && (version === '2' || (viewer?.betaAccess || viewer?.isSuperuser) === true);
