import type { Selection } from './selection.ts';

/** The title of a page of the map, and its heading. */
export function titleOf(selection: Selection): string {
  switch (selection.level) {
    case 'map':
      return 'The Hexmap';
    case 'continent':
      return `Hexmap: ${selection.continent.name}`;
    default:
      return selection.node.kind === 'lab' ? `${selection.node.name} Lab` : selection.node.name;
  }
}
