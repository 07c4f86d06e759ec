import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { withoutInlineStyles } from './xterm-styles.ts';

const source = readFileSync(
  createRequire(import.meta.url)
    .resolve('@xterm/xterm')
    .replace(/\.js$/, '.mjs'),
  'utf8',
);

it('leaves no style element and no style attribute in xterm', () => {
  const code = withoutInlineStyles(source);
  expect(code.split('createElement("adopted-style")')).toHaveLength(4);
  expect(code).not.toMatch(/createElement\(["'`]style["'`]\)|setAttribute\(["'`]style["'`]/);
  expect(code).toMatch(/_addStyle\(t,e\)\{t\.style\.cssText\+=/);
});

it('fails with an unknown version of xterm and names the file to check', () => {
  expect(() => withoutInlineStyles('const xterm = 7;')).toThrow(/Check vite\/xterm-styles\.ts/);
});
