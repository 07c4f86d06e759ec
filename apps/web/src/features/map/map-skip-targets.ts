/** Attributes of the parts of the map to which the first links of the page lead. Each page has one of each. */
export const mapTargets = {
  /** The card or panel of a course or lab; in the list, the entry of the learner's position. */
  card: { id: 'map-card', tabIndex: -1 },
  /** The map or the list. */
  map: { id: 'map', tabIndex: -1 },
} as const;

export const mapSkipTargets = [
  { id: mapTargets.card.id, text: 'Skip to the course card' },
  { id: mapTargets.map.id, text: 'Skip to the map' },
] as const;
