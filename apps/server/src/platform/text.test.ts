import { expect, test } from 'vitest';
import { escapeHtml } from './text.ts';

test('escapes all characters that can end an element or an attribute', () => {
  expect(escapeHtml(`<a title='x' id="y">&amp;`)).toBe('&lt;a title=&#39;x&#39; id=&quot;y&quot;&gt;&amp;amp;');
});
