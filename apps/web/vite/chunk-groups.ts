import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Group = Extract<NonNullable<Rolldown.OutputOptions['codeSplitting']>, object>['groups'] extends
  | (infer G)[]
  | undefined
  ? G
  : never;
type Graph = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1];

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** Returns modules and everything that they import statically, directly or not, as absolute paths. */
function staticImports(graph: Graph, ...paths: string[]) {
  const found = new Set(paths.map((path) => src + path));
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Modules that the browser loads first: on every page, on a map, and on a lesson. */
interface FirstLoads {
  core: Set<string>;
  map: Set<string>;
  lesson: Set<string>;
}

/**
 * Returns the groups that combine the modules of a first load into a few files. The import graph decides where a module
 * belongs, so a new module needs no entry here. All other modules are split by the bundler's own rules.
 */
export function chunkGroups(): Group[] {
  let loads: FirstLoads | undefined;
  const read = (graph: Graph): FirstLoads => ({
    core: staticImports(graph, 'hydrate.tsx', 'shell/main-layout.tsx'),
    map: staticImports(graph, 'features/map/map-page.tsx'),
    lesson: staticImports(graph, 'features/learn/lesson/lesson-page.tsx'),
  });
  /** In order of priority: the first group that wants a module gets it. */
  const wants: [name: string, wants: (id: string, loads: FirstLoads) => boolean][] = [
    // The entry needs the helper before anything else.
    ['preload-helper', (id) => id.includes('vite/preload-helper')],
    // Browsers cache packages across releases.
    ['vendor', (id) => /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store)\//.test(id)],
    ['core', (id, { core }) => core.has(id)],
    // For texts of authors, which lessons and many other pages show, and a map does not.
    ['prose', (id, { map, lesson }) => /\/src\/ui\/prose\//.test(id) && lesson.has(id) && !map.has(id)],
    // Many other pages need these too, and must not load a map or a lesson for them.
    ['ui', (id, { map, lesson }) => /\/src\/(?:ui|lib)\//.test(id) && (map.has(id) || lesson.has(id))],
    ['page', (id, { map, lesson }) => map.has(id) && lesson.has(id)],
    ['map', (id, { map }) => map.has(id)],
    ['lesson', (id, { lesson }) => lesson.has(id)],
  ];
  return wants.map(([name, wanted], index) => ({
    debugName: name,
    priority: wants.length - index,
    name: (id, graph) => {
      loads ??= read(graph);
      return wanted(id, loads) ? name : null;
    },
  }));
}
