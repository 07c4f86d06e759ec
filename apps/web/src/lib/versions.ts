import { type HexmapName, type MapVersionName, mapVersions } from '@hexpedition/contract/map-vocabulary';
import { readSession, type Session, useSession } from './session.ts';

/** What has versions: both maps, and what is switched on. */
export type Versioned = HexmapName | 'features';

const name = 'versions';

/** What a superuser has chosen in this browser, besides what the account says. */
export function readOverrides(): Partial<Record<Versioned, MapVersionName>> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Loads the page anew, since everything on it may look different. Without a version the account decides again. */
export function override(what: readonly Versioned[], version?: MapVersionName): void {
  const others = Object.entries(readOverrides()).filter(([key]) => !what.some((one) => one === key));
  const own = version ? what.map((one) => [one, version]) : [];
  localStorage.setItem(name, JSON.stringify(Object.fromEntries([...others, ...own])));
  location.reload();
}

function versionOf(what: Versioned, session: Session | null): MapVersionName {
  if (!session) return '2';
  const { account, is_superuser } = session.user;
  const chosen = is_superuser && readOverrides()[what];
  return mapVersions.find((known) => known === chosen) ?? (account.beta_access ? 'beta' : '2');
}

/** The version that is shown to whoever looks: everybody's until the browser knows who that is. */
export const useVersion = (what: Versioned): MapVersionName => versionOf(what, useSession());

/** The same, for loaders. */
export const versionNow = (what: Versioned): MapVersionName => versionOf(what, readSession());
