import { afterEach, expect, test, vi } from 'vitest';
import { acceptScriptsOf, trusted } from './trusted-types.ts';

afterEach(() => vi.unstubAllGlobals());

test('scripts of our own origin are taken, and of one other at most', () => {
  const origin = 'https://learn.example';
  vi.stubGlobal('location', { origin, href: `${origin}/labs` });
  const { createScriptURL } = trusted();
  expect(createScriptURL('/assets/a.js')).toBe('https://learn.example/assets/a.js');
  expect(() => createScriptURL('https://stats.example/matomo.js')).toThrow(TypeError);
  acceptScriptsOf('https://stats.example');
  expect(createScriptURL('https://stats.example/matomo.js')).toBe('https://stats.example/matomo.js');
  for (const other of ['https://stats.example:8443/', 'http://stats.example/', 'https://evil.example/', 'data:,1']) {
    expect(() => createScriptURL(other)).toThrow(TypeError);
  }
});
