import type { MapKind } from '@hexpedition/contract';

/** What names a state of a draft. @param revision 0 where nobody has saved one yet */
export const etagOf = (kind: MapKind, revision: number): string => `"${kind}-${revision}"`;
