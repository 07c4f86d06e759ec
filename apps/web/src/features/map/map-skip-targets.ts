/** Parts of the map to which the first links of the page lead. */
export const mapSkipTargets = [
  { id: 'map-card', text: 'Skip to the course card' },
  { id: 'map', text: 'Skip to the map' },
] as const;
