import type { Training } from '@hexpedition/contract';
import { linkOptions } from '@tanstack/react-router';

/** The way back to the map: the continent that a training stands on there, or the whole map where it is on none. */
export function wayToMap({ kind, place }: Pick<Training, 'kind' | 'place'>) {
  const words = place ? `Map / ${place.name}` : 'Map';
  if (!place) return { words, link: linkOptions({ to: kind === 'video' ? '/youtube' : '/map' }) };
  const to = kind === 'video' ? '/youtube/$continent' : '/map/$continent';
  return { words, link: linkOptions({ to, params: { continent: place.slug } }) };
}
