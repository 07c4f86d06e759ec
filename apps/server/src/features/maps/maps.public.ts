export { type CompiledMap, type CompileTask, compileHere } from './compile-here.ts';
export { importMap } from './import-map.ts';
export type { MapCompiler } from './map-compiler.ts';
export { createMapFacts, type MapFacts } from './map-facts.ts';
export { readLiveMaps, readNav, readShown } from './maps.read-model.ts';
export { mapTags, publish } from './publish.ts';
export { seesVersion } from './versions.policy.ts';
