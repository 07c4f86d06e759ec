import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const dot = (source: string, meta = 'alt="Words."') => `\`\`\`dot ${meta}\n${source}\n\`\`\``;
const problems = async (source: string): Promise<string[]> =>
  (await renderMarkdown(source)).diagnostics.map(({ line, code }) => `${line} ${code}`);

describe('diagram', () => {
  it('uses the colours and fonts of the theme', async () => {
    const { html, diagnostics } = await renderMarkdown(
      dot(
        'digraph { a -> b [label="GET"]; b [color=orange fontcolor=green fontname=Helvetica] }',
        'title="T" alt="A < b"',
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(html).toMatch(
      /^<figure class="figure figure-diagram figure-fits"><svg viewBox="[\d. ]+" width="\d+" class="figure-drawing"/,
    );
    expect(html).toContain('role="img" aria-label="A < b"');
    expect(html).toContain('<figcaption class="figure-caption">T</figcaption>');
    expect(html).toContain('stroke="var(--beacon)"');
    expect(html).toMatch(/font-family="var\(--font-mono\)" font-size="14.00" fill="var\(--ink\)" dx="5">GET/);
    expect(html).toMatch(/font-family="var\(--font-text\)" font-size="14.00" fill="var\(--phosphor\)">b/);
    expect(html).not.toMatch(/black|white|#[0-9a-f]{3}|style=|<title|<!--|\bid=|class="node/);
  });

  it('also renders top to bottom when it is too wide for a phone', async () => {
    const chain = (names: string) => dot(`digraph { rankdir=LR; ${names}; }`);
    const { html, diagnostics } = await renderMarkdown(chain('alpha -> bravo -> charlie -> delta -> echo -> foxtrot'));
    expect(diagnostics).toEqual([]);
    const [wide, narrow] = [...html.matchAll(/<svg viewBox="0.00 0.00 ([\d.]+) ([\d.]+)"[^>]* class="([^"]*)"/g)].map(
      ([, width, height, name]) => ({ isTall: Number(height) > Number(width), name }),
    );
    expect([wide, narrow]).toEqual([
      { isTall: false, name: 'figure-drawing' },
      { isTall: true, name: 'figure-part' },
    ]);
    expect(html).toContain('<figure class="figure figure-diagram figure-stacked">');
    // Screen readers get only one image.
    expect(html.match(/role="img"/g)).toHaveLength(1);
    const short = (await renderMarkdown(chain('alpha -> bravo'))).html;
    expect([short.match(/<svg/g)?.length, short.includes('figure-fits')]).toEqual([1, true]);
  });

  it('draws edge labels unstoredFiles the arrows', async () => {
    const labelOffsets = async (direction: string) => {
      const { html } = await renderMarkdown(dot(`digraph { ${direction} a -> b [label="to b"]; c [label="c"] }`));
      return [...html.matchAll(/<text[^>]*? dx="5"[^>]*>([^<]*)/g)].map(([, word]) => word);
    };
    expect(await labelOffsets('')).toEqual(['to b']);
    expect(await labelOffsets('rankdir="LR";')).toEqual([]);
    // The phone version has vertical arrows.
    expect(await labelOffsets('rankdir=LR; b -> d -> e -> f -> g -> h -> i;')).toEqual(['to b']);
  });

  it('renders identically every time', async () => {
    const source = dot('digraph { rankdir=LR; a -> {b c d} -> e; e -> a [style=dotted] }');
    const [one, other] = await Promise.all([renderMarkdown(source), renderMarkdown(source)]);
    expect(one.html).toBe(other.html);
  });

  it('can be inside an admonition', async () => {
    expect((await renderMarkdown(`:::note\n${dot('graph { a -- b }')}\n:::`)).html).toContain('<svg');
  });
});

describe('invalid diagram', () => {
  it.each([
    ['without alt', dot('graph { a }', 'title="T"'), '1 diagram-alt'],
    ['unknown word', dot('graph { a }', 'alt="A" big'), '1 code-word'],
    ['syntax', `Text.\n\n${dot('digraph {\n a -> b\n b [;\n}')}`, '6 diagram-syntax'],
    ['empty diagram', dot('// later'), '1 diagram-syntax'],
    ['unknown shape', dot('digraph { a [shape=blob] }'), '1 diagram-syntax'],
    ['colour outside the theme', dot('digraph { a [color="#ff00ff"] }'), '1 diagram-colour'],
    ['link', dot('digraph { a [URL="javascript:alert(1)"] }'), '1 svg-element'],
    ['picture', dot('digraph { a [image="/etc/passwd"] }'), '1 diagram-syntax'],
    ['small text', dot('digraph { a [fontsize=8] }'), '1 svg-text-size'],
  ])('%s', async (_, source, expected) => {
    expect(await problems(source)).toContain(expected);
  });

  it('removes links completely', async () => {
    const { html } = await renderMarkdown(dot('digraph { a [URL="javascript:alert(1)" tooltip="x" target="_top"] }'));
    expect(html).not.toMatch(/javascript|<a[ >]|xlink/);
  });
});
