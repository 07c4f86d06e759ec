import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ReactTypes from 'react';
import type { ReactNode } from 'react';
import type { Root, RootOptions } from 'react-dom/client';
import { expect, it } from 'vitest';
import { leanReactDom } from './lean-react.ts';

const resolve = createRequire(import.meta.url).resolve;
const loaded = new Map<string, unknown>();

/** A package's build for production, as the browser gets it; the tests' own React is the one for development. */
function load(name: string, file = name): unknown {
  const path = join(dirname(resolve(`${name}/package.json`)), `cjs/${file}.production.js`);
  if (loaded.has(path)) return loaded.get(path);
  const exports = {};
  loaded.set(path, exports);
  const code = readFileSync(path, 'utf8');
  new Function('require', 'exports', file === 'react-dom-client' ? leanReactDom(code) : code)(load, exports);
  return exports;
}

const React = load('react') as typeof ReactTypes;
const { flushSync, createPortal } = load('react-dom') as typeof import('react-dom');
const { createRoot } = load('react-dom', 'react-dom-client') as {
  createRoot: (container: Element, options?: RootOptions) => Root;
};
const { createElement: h } = React;

/** Draws one thing after the other in the same place. @returns the text after each, or the error */
function draw(...steps: ReactNode[]): string[] {
  const container = document.createElement('div');
  let failed: unknown;
  const root = createRoot(container, { onUncaughtError: (error) => (failed = error), onCaughtError: () => {} });
  const texts = steps.map((step) => {
    flushSync(() => root.render(step));
    return failed ? String(failed) : (container.textContent ?? '');
  });
  root.unmount();
  return texts;
}

it('draws, moves, takes away, catches and waits as before', () => {
  const elsewhere = document.createElement('p');
  class Boundary extends React.Component<{ children: ReactNode }, { failed: boolean }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override render = () => (this.state.failed ? 'caught' : this.props.children);
  }
  const Fails = () => {
    throw new Error('failed');
  };
  const Late = React.lazy(() => new Promise<never>(() => {}));
  const list = (keys: string) => h(React.Fragment, null, ...[...keys].map((key) => h('i', { key }, key)));
  expect(draw(list('abc'), list('cab'), list('b'), list('bda'))).toEqual(['abc', 'cab', 'b', 'bda']);
  expect(draw(h(Boundary, null, h(Fails)))).toEqual(['caught']);
  expect(draw(h(React.Suspense, { fallback: 'wait' }, h(Late)))).toEqual(['wait']);
  expect(draw([createPortal('far', elsewhere), 'near'])).toEqual(['near']);
});

it.each(['Activity', 'ViewTransition', 'Suspense'])('<%s> is either drawn or an error at once', (name) => {
  const type = (React as unknown as Record<string, string>)[name];
  expect(type).toBeTypeOf('symbol');
  const [shown] = draw(h(type as string, null, 'inside'));
  expect(shown).toMatch(name === 'Suspense' ? /^inside$/ : /error #130/);
});

it('a fragment with a ref and an action with a state are errors at once', () => {
  expect(draw(h(React.Fragment, { ref: () => {} } as object, 'inside'))).toEqual(['Error: Fragment with ref']);
  const Form = () => React.useActionState(() => 'new', 'old')[0];
  expect(draw(h(Form))).toEqual([expect.stringContaining('useActionState is not a function')]);
});

/** Our own sources, and the packages that bring components or hooks. */
const folders = [
  join(import.meta.dirname, '../src'),
  ...['react-router', 'react-query', 'react-store', 'react-router-ssr-query'].map((name) =>
    join(dirname(resolve('react/package.json')), `../@tanstack/${name}/src`),
  ),
];

it.each(folders)('%s asks React for nothing that is left out', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files).not.toEqual([]);
  const leftOut =
    /import[^;]*\b(?:Activity|ViewTransition|useActionState|useFormState)\b[^;]*from 'react(?:-dom)?'|React(?:DOM)?\.(?:Activity|ViewTransition|use(?:Action|Form)State)\b|Fragment\b[^<>]*\bref=/;
  expect(files.filter((file) => leftOut.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
