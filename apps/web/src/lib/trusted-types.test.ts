import { afterEach, expect, test, vi } from 'vitest';
import { acceptScript, trusted } from './trusted-types.ts';

afterEach(() => vi.unstubAllGlobals());

test('accepts scripts of this origin and one accepted external script', () => {
  const origin = 'https://learn.example';
  vi.stubGlobal('location', { origin, href: `${origin}/labs` });
  const { createScriptURL } = trusted();
  expect(createScriptURL('/assets/a.js')).toBe('https://learn.example/assets/a.js');
  expect(() => createScriptURL('https://stats.example/matomo.js')).toThrow(TypeError);
  acceptScript('https://stats.example/matomo.js');
  expect(createScriptURL('https://stats.example/matomo.js')).toBe('https://stats.example/matomo.js');
  const others = ['https://stats.example/index.php?jsoncallback=a', 'https://stats.example:8443/matomo.js'];
  for (const other of [...others, 'http://stats.example/matomo.js', 'https://evil.example/matomo.js', 'data:,1']) {
    expect(() => createScriptURL(other)).toThrow(TypeError);
  }
});
