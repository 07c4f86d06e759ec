import type { MapDocument } from '@hexpedition/contract';
import { importMap } from '#features/maps/maps.public';
import { mapFiles } from '../source/map.ts';
import type { SyncContext } from './sync-context.ts';
import { pageTags } from './tags.ts';

/** Publishes what the file of a map says, together with what was changed in the editor. */
export async function syncMap(map: MapDocument, { tx, log, tags, warnings }: SyncContext): Promise<void> {
  const file = mapFiles[map.kind];
  const { change, kept } = await importMap(tx, map, new Date());
  for (const { key } of kept) {
    const message = `${key} was changed here and in the editor. It stays as the editor has it.`;
    warnings.push({ severity: 'warning', file, line: 1, code: 'map-edited', message });
  }
  if (change === 'unchanged') {
    log.unchanged('map');
    return;
  }
  log.add({ kind: 'map', change, id: map.id, name: file, what: [] });
  tags.add(pageTags.hexmap);
  tags.add(pageTags.features);
}
