import type { Training } from '@hexpedition/contract';
import { linkOptions } from '@tanstack/react-router';

/** Returns the link back to the map: to the training's continent, or to the whole map if it is not on one. */
export function mapLinkOf({ kind, map_continent: continent }: Pick<Training, 'kind' | 'map_continent'>) {
  const label = continent ? `Map / ${continent.name}` : 'Map';
  if (!continent) return { label, link: linkOptions({ to: kind === 'video' ? '/youtube' : '/map' }) };
  const to = kind === 'video' ? '/youtube/$continent' : '/map/$continent';
  return { label, link: linkOptions({ to, params: { continent: continent.slug } }) };
}
