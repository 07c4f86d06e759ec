import { type HexmapName, type MapVersionName, mapVersions } from '@hexpedition/contract/map-vocabulary';
import { safeLocalStorage } from './safe-storage.ts';
import { readSession, type Session, useSession } from './session.ts';

/** Configurations with versions: both maps and the features. */
export type VersionedConfig = HexmapName | 'features';

const name = 'versions';

/** Returns the superuser's version overrides in this browser. */
export function readOverrides(): Partial<Record<VersionedConfig, MapVersionName>> {
  try {
    return JSON.parse(safeLocalStorage.getItem(name) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Sets or, without a version, removes overrides. Reloads the page, since everything on it may change. */
export function setVersionOverride(what: readonly VersionedConfig[], version?: MapVersionName): void {
  const others = Object.entries(readOverrides()).filter(([key]) => !what.some((one) => one === key));
  const own = version ? what.map((one) => [one, version]) : [];
  safeLocalStorage.setItem(name, JSON.stringify(Object.fromEntries([...others, ...own])));
  location.reload();
}

function versionOf(what: VersionedConfig, session: Session | null): MapVersionName {
  if (!session) return '2';
  const { account, is_superuser } = session.user;
  const chosen = is_superuser && readOverrides()[what];
  return mapVersions.find((known) => known === chosen) ?? (account.beta_access ? 'beta' : '2');
}

/** Returns the version to show; the public one until the browser knows the user. */
export const useVersion = (what: VersionedConfig): MapVersionName => versionOf(what, useSession());

/** Same as `useVersion`, for loaders. */
export const currentVersion = (what: VersionedConfig): MapVersionName => versionOf(what, readSession());
