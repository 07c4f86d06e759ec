export { type CompiledMap, type CompileTask, compileInProcess } from './compile-in-process.ts';
export { importMap } from './import-map.ts';
export type { MapCompiler } from './map-compiler.ts';
export { createMapFacts, type MapFacts } from './map-facts.ts';
export { readLiveMaps, readNav, readPublishedVersions } from './maps.read-model.ts';
export { mapTags, publishMap } from './publish-map.ts';
export { canSeeVersion } from './versions.policy.ts';
