import type { MapKind } from '@hexpedition/contract';

/** Returns the ETag of a draft. @param revision 0 if no draft has been saved yet */
export const etagOf = (kind: MapKind, revision: number): string => `"${kind}-${revision}"`;
