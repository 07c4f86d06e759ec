import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** What the tests of this folder look at: the source files of the project and who imports whom. */

export const projectRoot = new URL('..', import.meta.url).pathname;

export interface Import {
  file: string;
  from: string;
  /** The imported file, relative to the project, without its ending; packages stay as they are written. */
  to: string;
}

/** Every TypeScript file of a folder of the project, relative to the project. */
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
    let to = from;
    if (from.startsWith('.'))
      to = relative(projectRoot, resolve(projectRoot, dirname(file), from)).replace(/\.tsx?$/, '');
    if (from.startsWith('#')) to = `${app}/src/${from.slice(1)}`.replace(/\.tsx?$/, '');
    return { file, from, to };
  });
}

export const isTest = (file: string) =>
  /\.(test|walk)\.tsx?$/.test(file) || file.includes('/testing/') || /\/(testing|conformance(-\w+)?)\.ts$/.test(file);

export const imports = ['apps', 'packages', 'labs'].flatMap(sourceFiles).flatMap(importsOf);
/** Without those of tests and their helpers. */
export const production = imports.filter((one) => !isTest(one.file));
export const shown = (list: readonly Import[]) => list.map((one) => `${one.file} imports ${one.from}`);
