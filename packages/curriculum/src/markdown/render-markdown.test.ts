import { describe, expect, it } from 'vitest';
import { drawing } from '../testing/curriculum-files.ts';
import { renderMarkdown } from './render-markdown.ts';
import { readDrawing } from './svg.ts';

const render = async (source: string): Promise<string> => (await renderMarkdown(source)).html;
const codes = async (source: string): Promise<string[]> =>
  (await renderMarkdown(source)).diagnostics.map(({ line, code }) => `${line} ${code}`);

describe('network notation in an author’s text stays unchanged', () => {
  it.each([
    'Connect to host:8080 or a:b.',
    'On ::1 and fe80::a:b it listens.',
    'scheme:port[0] and x:y{z} and :smile:',
    'http://harbour.example/path and mara@boats.example',
  ])('%s', async (source) => {
    expect(await renderMarkdown(source)).toMatchObject({ html: `<p>${source}</p>`, diagnostics: [] });
  });

  it('keeps a link after a colon', async () => {
    expect(await render('see:a[b](/map)')).toBe('<p>see:a<a href="/map">b</a></p>');
  });
});

describe('GitHub Markdown', () => {
  it('renders tables, struck text and task lists', async () => {
    const html = await render('| a | b |\n|---|:-:|\n| 1 | ~~2~~ |\n\n- [x] done');
    expect(html).toContain('<td align="center"><del>2</del></td>');
    expect(html).toContain('<input type="checkbox" checked disabled>');
  });

  it('puts the prefix of the part into footnote ids', async () => {
    const { html, headings } = await renderMarkdown('A[^n].\n\n[^n]: Note.', { prefix: 'text-3' });
    expect(html).toContain('<a href="#text-3-fn-n" id="text-3-fnref-n" class="footnote-ref">1</a>');
    expect(html).toContain('<li id="text-3-fn-n">');
    expect(html).toContain('<section class="footnotes" aria-label="Footnotes">');
    expect(headings).toEqual([]);
  });
});

describe('headings', () => {
  it('get unique ids that cannot clash with names on the page', async () => {
    const { html, headings } = await renderMarkdown('## Main\n\n### `code` & Crème!\n\n## Main\n\n#### Four');
    expect(headings).toEqual([
      { id: 'h-main', text: 'Main', level: 2 },
      { id: 'h-code-creme', text: 'code & Crème!', level: 3 },
      { id: 'h-main-2', text: 'Main', level: 2 },
    ]);
    expect(html).toContain('<h4>Four</h4>');
  });

  it('are targets of fragments as authors write them', async () => {
    expect(await render('## Main\n\n[up](#main)')).toContain('<a href="#h-main">up</a>');
    expect(await codes('[up](#main)')).toEqual(['1 link-anchor']);
    expect(await codes('# One')).toEqual(['1 heading-level']);
  });
});

describe('links', () => {
  it('open in the same tab and send no referrer', async () => {
    expect(await render('[a](https://nginx.org/)')).toBe(
      '<p><a href="https://nginx.org/" rel="noopener noreferrer">a</a></p>',
    );
    expect(await render('[a](/courses/x/y/z#part)')).toBe('<p><a href="/courses/x/y/z#h-part">a</a></p>');
  });

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example/x', 'x.md'])(
    'with the target %s are rejected',
    async (url) => {
      expect(await codes(`[a](${url})`)).toEqual(['1 link-address']);
      const html = await render(`[a](${url}) <a href="${url.replace('x.md', 'javascript:1')}">b</a>`);
      expect(html).not.toMatch(/javascript|data:|vbscript/i);
    },
  );

  it('do not include Markdown images', async () => {
    expect(await renderMarkdown('a ![x](https://evil.example/p.png) b')).toMatchObject({
      html: '<p>a  b</p>',
      diagnostics: [{ code: 'image' }],
    });
  });
});

describe('an author’s HTML', () => {
  it('allows only text elements', async () => {
    expect(await render('Press <kbd>Ctrl</kbd>, H<sub>2</sub>O')).toBe('<p>Press <kbd>Ctrl</kbd>, H<sub>2</sub>O</p>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<iframe src="https://evil.example"></iframe>',
    '<b style="position:fixed" onclick="alert(1)" class="code-copy" id="main" name="cookie">b</b>',
    '<form action="https://evil.example"><input name=a><button formaction=x>b</button></form>',
    '<a href="jav&#x09;ascript:alert(1)">a</a>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>',
    '<style>*{display:none}</style><link rel=stylesheet href=//evil.example><base href=//evil.example><meta http-equiv=refresh>',
    '<div data-slot="0-0" data-tabs data-copy-target>x</div>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ])('%s', async (source) => {
    const html = await render(`Before ${source} after\n\n${source}\n`);
    expect(html).not.toMatch(/<(script|img|svg|iframe|style|form|button|math|link|base|meta|noscript)\b/i);
    expect(html).not.toMatch(/\s(on\w+|style|class|id|name|src|action|data-[\w-]+)\s*=/i);
    expect(html).not.toMatch(/javascript:/i);
  });

  it('reports a warning when an element is removed', async () => {
    expect(await codes('one\n\nUse the <script> element.')).toEqual(['3 html-removed']);
  });
});

describe('code', () => {
  it('is highlighted with classes and shows title, line numbers and marked lines', async () => {
    const html = await render('```ts title="a.ts" {2-3}\nconst a = 1;\n\nlet b = "</script>";\n```');
    expect(html).toContain('<figcaption class="code-head"><span class="code-title">a.ts</span>');
    expect(html).toContain('<span class="code-line" data-line="1"><span class="tok-keyword">const</span>');
    expect(html).toContain('<span class="code-line line-marked" data-line="2">\n</span>');
    expect(html).toContain('&#x3C;/script>');
    expect(html).toContain('<button type="button" class="code-copy" data-copy-target="">Copy</button>');
    expect(html).not.toContain('style');
  });

  it('copies only the commands of a console block', async () => {
    const html = await render('```console\n$ curl \\\n  -i x\nHTTP/1.1 200 OK\n# id\n```');
    expect(html).toContain('data-copy="curl \\\n  -i x\nid"');
    expect(html).toContain('<span class="code-line line-output">HTTP/1.1 200 OK\n</span>');
    expect(html).toContain('<span class="tok-prompt">$ </span>');
    expect(await render('```console\noutput\n```')).not.toContain('<button');
  });

  it('reports unknown words after the fence', async () => {
    expect(await codes('```\na\n```')).toEqual(['1 code-language']);
    expect(await codes('a\n\n```tss\na\n```')).toEqual(['3 code-language']);
    expect(await codes('```ts {2}\na\n```')).toEqual(['1 code-lines']);
    expect(await codes('```ts {b} nice\na\n```')).toEqual(['1 code-word', '1 code-word']);
    expect((await renderMarkdown('```pyton\na\n```')).diagnostics[0]?.message).toContain('did you mean "python"?');
  });
});

describe('directives', () => {
  it('render admonitions and sanitise the HTML inside', async () => {
    const html = await render(':::exercise[Two *accounts*]\nDo <i onclick=x>it</i>.\n:::');
    expect(html).toBe(
      '<div class="admonition admonition-exercise" role="note"><p class="admonition-title">' +
        '<span class="admonition-kind">Exercise</span> <span class="admonition-label">Two <em>accounts</em></span></p>' +
        '<div class="admonition-body"><p>Do <i>it</i>.</p></div></div>',
    );
  });

  it('collapse the solution of the preceding exercise', async () => {
    const html = await render(':::exercise[Count]\nHow many?\n:::\n:::solution\nSeven <i onclick=x>boats</i>.\n:::');
    expect(html).toContain('</div>\n<details class="solution"><summary class="solution-title">A solution</summary>');
    expect(html).toContain('<div class="admonition-body"><p>Seven <i>boats</i>.</p></div></details>');
    expect(await render(':::exercise\nDo.\n:::\n\n:::solution[One <way>]\nSo.\n:::')).toContain(
      '>One &#x3C;way></summary>',
    );
  });

  it('render tabs that are readable without JavaScript', async () => {
    const html = await render('::::tabs\n:::tab[Linux]\nA\n:::\n:::tab[Windows]\n```text\nB\n```\n:::\n::::');
    expect(html).toContain('<div class="tabs" data-tabs=""><section class="tab" data-tab="Linux" aria-label="Linux">');
    expect(html).toContain('<p class="tab-title">Windows</p><figure class="code"');
  });

  it('render drawings as figures', async () => {
    const parsed = readDrawing(drawing, () => {});
    const drawings = new Map(parsed ? [['figures/wire.svg', parsed]] : []);
    const source = '::figure[A *wire*]{src="figures/wire.svg" alt="From a to b < c"}';
    expect((await renderMarkdown(source, { drawings })).html).toBe(
      '<figure class="figure figure-fits"><svg viewBox="0 0 720 100" class="figure-drawing" role="img" aria-label="From a to b < c">' +
        '<rect x="1" y="1" width="10" height="10" fill="var(--ink)"></rect></svg>' +
        '<figcaption class="figure-caption">A <em>wire</em></figcaption></figure>',
    );
  });

  const withText = (fontSize: number) => {
    const text = `<text x="1" y="20" font-size="${fontSize}" font-family="var(--font-text)" fill="var(--ink)">a</text>`;
    const parsed = readDrawing(`<svg viewBox="0 0 720 100">${text}</svg>`, () => {});
    return new Map(parsed ? [['figures/chain.svg', parsed]] : []);
  };
  const chain = (more: string) => `::figure[A]{src="figures/chain.svg" alt="B"${more}}`;

  it('mark a drawing as fitting a phone if its text stays readable', async () => {
    const kindOf = async (fontSize: number) =>
      /^<figure class="([^"]*)"/.exec((await renderMarkdown(chain(''), { drawings: withText(fontSize) })).html)?.[1];
    expect([await kindOf(20), await kindOf(21)]).toEqual(['figure', 'figure figure-fits']);
  });

  it('repeat the parts of a drawing at one scale for phones', async () => {
    const source = chain(' parts="0 0 400 100, 380 20 200 80"');
    const { html, diagnostics } = await renderMarkdown(source, { drawings: withText(16) });
    expect(diagnostics).toEqual([]);
    expect(html).toContain('<figure class="figure figure-stacked"><svg viewBox="0 0 720 100" class="figure-drawing"');
    expect(html).toContain('aria-label="B"><g id="drawing-chain"><text');
    expect(html.slice(html.indexOf('</svg>'))).toBe(
      '</svg><svg viewBox="0 0 400 100" width="100%" class="figure-part" aria-hidden="true"><use href="#drawing-chain"></use></svg>' +
        '<svg viewBox="380 20 200 80" width="50%" class="figure-part" aria-hidden="true"><use href="#drawing-chain"></use></svg>' +
        '<figcaption class="figure-caption">A</figcaption></figure>',
    );
  });

  it.each([
    ['are not numbers', ' parts="left, right"', ['1 figure-parts']],
    ['exceed the drawing', ' parts="0 0 400 100, 400 0 321 100"', ['1 figure-parts']],
    ['are unreadable on a phone', ' parts="0 0 600 100"', ['1 figure-parts']],
    [
      'use the same drawing twice',
      ` parts="0 0 400 100"}\n\n${chain(' parts="0 0 400 100"').slice(0, -1)}`,
      ['3 figure-id'],
    ],
  ])('rejects parts that %s', async (_, more, expected) => {
    const { diagnostics } = await renderMarkdown(chain(more), { drawings: withText(16) });
    expect(diagnostics.map(({ line, code }) => `${line} ${code}`)).toEqual(expected);
  });

  it.each([
    [':::nte\na\n:::', '1 directive-unknown'],
    ['a\n\n::note', '3 directive-unknown'],
    [':::note{color=red}\na\n:::', '1 directive-attribute'],
    [':::note\na', '1 directive-open'],
    ['a\n\n:::', '3 directive-stray'],
    ['a\n\n:::quiz[What?{#id}\nb', '3 directive-malformed'],
    [':::tab[A]\nb\n:::', '1 tab-outside'],
    ['a\n\n:::solution\nb\n:::', '3 solution-alone'],
    [':::note\na\n:::\n:::solution{open}\nb\n:::', '4 directive-attribute'],
    ['::::tabs\na\n::::', '2 tabs-content'],
    ['::figure[a]{src="figures/x.svg"}', '1 figure-alt'],
    ['::figure[a]{alt="b"}', '1 figure-source'],
    ['::figure[a]{src="figures/x.svg" alt="b"}', '1 figure-missing'],
    [':::note\n::lab{slug=x}\n:::', '2 module-nested'],
  ])('%j → %s', async (source, expected) => {
    expect(await codes(source)).toContain(expected);
  });
});
