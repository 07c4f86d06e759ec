export { importMap } from './import-map.ts';
export { createMapFacts, type MapFacts } from './map-facts.ts';
export { readLiveMaps, readNav } from './maps.read-model.ts';
export { mapTags, publish } from './publish.ts';
export { seesVersion } from './versions.policy.ts';
