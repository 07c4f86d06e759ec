import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Finds the source files of the project and their imports. */

export const projectRoot = new URL('..', import.meta.url).pathname;

export interface Import {
  file: string;
  from: string;
  /** The imported file relative to the project root, without extension; packages as written. */
  to: string;
}

/** Lists the TypeScript files of a folder, relative to the project root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const app = file.split('/').slice(0, 2).join('/');
  const text = readFileSync(join(projectRoot, file), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => {
    const from = match[1] ?? match[2] ?? match[3] ?? '';
    // Vite's suffixes, such as `?worker&url`, are no part of the file's name.
    const path = from.replace(/\?.*$/, '');
    let to = path;
    if (path.startsWith('.')) to = relative(projectRoot, resolve(projectRoot, dirname(file), path));
    if (path.startsWith('#')) to = `${app}/src/${path.slice(1)}`;
    const inPackage = /^@hexpedition\/([^/]+)(?:\/(.+))?$/.exec(path);
    const folder = ['server', 'web'].includes(inPackage?.[1] ?? '') ? 'apps' : 'packages';
    if (inPackage) to = `${folder}/${inPackage[1]}/src/${inPackage[2] ?? 'index'}`;
    if (to !== from) to = to.replace(/\.tsx?$/, '');
    return { file, from, to };
  });
}

export const isTest = (file: string) =>
  /\.(test|walk)\.tsx?$/.test(file) || file.includes('/testing/') || /\/(testing|conformance(-\w+)?)\.ts$/.test(file);

export const imports = ['apps', 'packages', 'labs'].flatMap(sourceFiles).flatMap(importsOf);
/** Imports of production code. */
export const production = imports.filter((one) => !isTest(one.file));
export const shown = (list: readonly Import[]) => list.map((one) => `${one.file} imports ${one.from}`);
