import { describe, expect, it } from 'vitest';
import { renderLearnerText } from './learner-text.ts';

describe('learner text', () => {
  it('keeps paragraphs, lists, tables, quotations and code', () => {
    const html = renderLearnerText(
      '# First\n\nIt *is* **there**, ~~not~~ `here`.\n\n- one\n- two\n\n> so\n\n|a|b|\n|-|-|\n|1|2|\n\n```c\nint x = 1 < 2;\n\nputs("y");\n```',
    );
    expect(html).toContain('<h4>First</h4>');
    expect(html).toContain('<em>is</em> <strong>there</strong>, <del>not</del> <code>here</code>');
    expect(html).toContain('<li>one</li>');
    expect(html).toContain('<blockquote>');
    expect(html).toContain('<th>a</th>');
    expect(html).toContain(
      '<pre class="code-body" tabindex="0"><code><span class="code-line" data-line="1">int x = 1 &#x3C; 2;',
    );
    expect(html).not.toContain('tok-');
  });

  it('marks links as user-generated', () => {
    const rel = 'rel="nofollow ugc noopener noreferrer"';
    expect(renderLearnerText('[a](https://example.org/x "Title")')).toBe(
      `<p><a href="https://example.org/x" ${rel}>a</a></p>`,
    );
    expect(renderLearnerText('https://example.org')).toBe(
      `<p><a href="https://example.org" ${rel}>https://example.org</a></p>`,
    );
    expect(renderLearnerText('[a][b]\n\n[b]: /courses/web')).toBe(`<p><a href="/courses/web" ${rel}>a</a></p>`);
    expect(renderLearnerText('<me@example.org>')).toContain(`<a href="mailto:me@example.org" ${rel}>`);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java%0ascript:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a/b',
    '//evil.example/x',
    '/\\evil.example',
    '/%09/evil.example',
    '/&#9;/evil.example',
    '\\\\evil.example',
    'relative/path',
    '#h-heading',
    'https:/evil',
    ' ',
  ])('renders no link to %s', (url) => {
    for (const source of [`[press](<${url}>)`, `[press](${url})`, `[press][x]\n\n[x]: <${url}>`, `<${url}>`]) {
      const html = renderLearnerText(source);
      expect(html).not.toMatch(/href="(?!https?:\/\/[\w.]|mailto:|\/[\w-])/);
      expect(html).not.toMatch(/href="[^"]*(script:|data:)/i);
    }
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <img src=x onerror=alert(1)> b',
    '<svg><animate onbegin=alert(1) attributeName=x></svg>',
    '<style>*{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<div data-slot="0-0" class="admonition" id="root" style="position:fixed">x</div>',
    '<!-- <b> -->',
    '<![CDATA[<b>]]>',
    '<?php echo 1 ?>',
    '<form action="/api/account/logout"><button>Go</button></form>',
    '- <iframe src="//evil.example">\n',
    '> <base href="//evil.example">\n',
    '|<b>|\n|-|\n|<script>x</script>|',
    '# <h1 id="x">\n',
    '**<u onclick=x>a</u>**',
    '<x>\n\n**b**\n\n</x>',
    '```html title="<script>" {1}\n<script>alert(1)</script>\n```',
    '```"><img src=x onerror=alert(1)>\nx\n```',
    '`<script>`',
    '[<img src=x onerror=alert(1)>](https://example.org)',
    '[a](https://example.org "\\"><img src=x onerror=alert(1)>")',
    '[a](https://example.org/"onmouseover=alert`1`)',
    '![<script>](x)',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '[^1]\n\n[^1]: <b onclick=x>',
    '::figure{src="x"}',
    ':::warning\n<b>\n:::',
    '$$\n\\href{javascript:x}{y}\n$$',
    '<https://example.org/"><img/src=x>',
  ])('shows HTML as typed: %s', (source) => {
    const html = renderLearnerText(source);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
    const known =
      /^(p|h[2-6]|em|strong|del|code|pre|a|ul|ol|li|input|blockquote|hr|br|table|thead|tbody|tr|th|td|figure|figcaption|button|span)$/;
    for (const [, name, attributes = ''] of tags) {
      expect(name).toMatch(known);
      expect(attributes).not.toMatch(/\son\w+=|\sid=|\sstyle=|\ssrc=|data-slot/i);
    }
    // The remaining text contains no angle bracket.
    expect(html.replace(/<\/?[a-z0-9]+[^>]*>/g, '')).not.toContain('<');
  });

  it('shows HTML as text and images as their description', () => {
    expect(renderLearnerText('a <b onclick=x>c</b>')).toBe('<p>a &#x3C;b onclick=x>c&#x3C;/b></p>');
    expect(renderLearnerText('<script>alert(1)</script>')).toBe('<p>&#x3C;script>alert(1)&#x3C;/script></p>');
    expect(renderLearnerText('![A map](https://example.org/map.png)')).toBe('<p>A map</p>');
    expect(renderLearnerText('[![](https://example.org/map.png)](https://example.org)')).toBe('<p></p>');
  });

  it.each([
    ['quotations in quotations', `${'> '.repeat(200)}x`],
    ['lists in lists', Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n')],
    ['a table that is too wide', `${'|a'.repeat(40)}|\n${'|-'.repeat(40)}|\n`],
    ['too many table cells', `|a|a|a|a|\n|-|-|-|-|\n${'|\n'.repeat(9_000)}`],
    ['too many lines of code', `\`\`\`\n${'\n'.repeat(9_000)}\n\`\`\``],
  ])('rejects %s', (_, source) => {
    expect(() => renderLearnerText(source)).toThrow(RangeError);
  });

  it('accepts an empty text', () => {
    expect(renderLearnerText(' \n ')).toBe('');
  });
});
