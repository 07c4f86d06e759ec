import { moveBox as at, type Box, boxesOverlap as overlaps } from '@hexpedition/hexkit/name-boxes';
import type { Atlas, MapNode } from '../atlas/atlas.ts';
import { radius } from './hexagon.ts';
import { levels } from './level-of-detail.ts';
import { beaconBox, continentNameBox, nodeBox } from './name-box.ts';

/** Box of the name below a hex, in map units. */
function nameBox(node: MapNode, k: number): Box {
  return { ...at(nodeBox(node, k), node), top: node.y + radius[node.kind] };
}

/**
 * Returns the nodes whose names would overlap another name, another hex or "You are here" at `k` pixels per map unit. Of two
 * colliding names the one with the lower rank is hidden: continents come first, then the learner's position, then courses in
 * the order of their continents, then labs.
 */
export function crowdedNames({ nodes, map }: Pick<Atlas, 'nodes' | 'map'>, k: number, here: MapNode | null) {
  const rank = (node: MapNode) => (node === here ? 0 : node.kind === 'training' ? node.at : Infinity);
  const hexes = nodes.map((node) => {
    const size = radius[node.kind];
    return { node, box: at({ left: -size, top: -size, right: size, bottom: size }, node) };
  });
  const taken = map.continents.map((continent) => at(continentNameBox(continent, k), continent.label));
  if (here) taken.push(at(beaconBox(k), here));
  const crowded = new Set<string>();
  for (const node of [...nodes].sort((a, b) => rank(a) - rank(b))) {
    const box = nameBox(node, k);
    const isHidden = box.bottom - box.top <= 0;
    if (isHidden) continue;
    const collides =
      taken.some((other) => overlaps(box, other)) ||
      hexes.some((other) => other.node !== node && overlaps(box, other.box));
    if (collides && node !== here) crowded.add(node.ref);
    else taken.push(box);
  }
  return crowded;
}

/** Marks each link with the levels of detail at which its name is hidden. */
export function markCrowded(scene: SVGSVGElement, atlas: Atlas, here: MapNode | null): void {
  const crowded = levels.map(({ name, minZoom }) => ({ name, refs: crowdedNames(atlas, minZoom, here) }));
  for (const link of scene.querySelectorAll<SVGAElement>('a[data-ref]')) {
    const { ref = '' } = link.dataset;
    const at = crowded.filter(({ refs }) => refs.has(ref)).map(({ name }) => name);
    if (at.length > 0) link.dataset.crowded = at.join(' ');
    else delete link.dataset.crowded;
  }
}
