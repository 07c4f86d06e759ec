import { expect, it } from 'vitest';
import { followImports, readFirstLoad, readStaticImports } from './first-load.ts';

it('finds the scripts that a page runs and preloads, each once', () => {
  const html = `<!doctype html><html><head>
    <link rel="stylesheet" href="/assets/a.css"/><link rel="icon" href="/favicon.svg">
    <link rel="modulepreload" href="/assets/entry.js"/>
    <LINK crossorigin REL='modulepreload' href=/assets/b.js>
    <link as="script" title="a > b" rel="preload" href="/assets/c.js?x=1&amp;y=2">
    <link rel="preload" as="font" href="/assets/f.woff2">
    <script>window.$x = "<link rel='modulepreload' href='/no.js'" + "/>";</script>
    <script type="module" async="" src="/assets/entry.js"></script><script nomodule src="/assets/old.js"></script>`;
  expect(readFirstLoad(html)).toEqual({
    scripts: ['/assets/entry.js', '/assets/b.js', '/assets/c.js?x=1&y=2'],
    styles: ['/assets/a.css'],
  });
});

it('separates static imports from dynamic ones', async () => {
  const code = `import{a as b}from"./a.js";import"./side.js";export*from"./c.js";import d from './d.js';
    const later=()=>import("./later.js");const text='import x from "./text.js"';b(d,later,text,"https://x/y.js");`;
  expect((await readStaticImports(code)).sort()).toEqual(['./a.js', './c.js', './d.js', './side.js']);
  expect(await readStaticImports('export const one=1')).toEqual([]);
});

it('follows imports to their end, also in cycles', async () => {
  const files: Record<string, string> = {
    '/assets/a.js': 'import "./b.js"; import("./never.js");',
    '/assets/b.js': 'import "./a.js"; import "/c.js";',
    '/c.js': 'import "a-package";',
  };
  const fetchCode = async (path: string) => files[path] ?? Promise.reject(new Error(path));
  expect(await followImports(['/assets/a.js'], fetchCode)).toEqual(['/assets/a.js', '/assets/b.js', '/c.js']);
});
