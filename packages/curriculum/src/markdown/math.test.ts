import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const render = async (source: string): Promise<string> => (await renderMarkdown(source)).html;
const problems = async (source: string): Promise<string[]> =>
  (await renderMarkdown(source)).diagnostics.map(({ line, code }) => `${line} ${code}`);

describe('formula', () => {
  it('renders inline math as MathML with its TeX', async () => {
    expect(await render('So $$a^2$$ it is.')).toBe(
      '<p>So <math alttext="a^2"><mrow><msup><mi>a</mi><mn>2</mn></msup></mrow></math> it is.</p>',
    );
  });

  it('puts a block formula into a named box that scrolls', async () => {
    expect(await render('$$\nx\n$$')).toBe(
      '<div class="math-block" role="group" aria-label="Formula"><math display="block" alttext="x"><mrow><mi>x</mi></mrow></math></div>',
    );
    expect(await render('$$ alt="The unknown"\nx\n$$')).toContain('aria-label="The unknown"');
  });

  it('uses Unicode letters, because browsers support no other math alphabets', async () => {
    expect(await render('$$\\mathbb{Z}_n \\mathcal{H} \\mathbf{k} \\mathrm{d}$$')).toMatch(
      /<mi>ℤ<\/mi>.*<mi>ℋ<\/mi>.*<mi>𝐤<\/mi>.*<mi mathvariant="normal">d<\/mi>/,
    );
  });

  it('aligns table cells with classes', async () => {
    const html = await render('$$\n\\begin{aligned} a &= b \\\\ &= c \\end{aligned}\n$$');
    expect(html).toContain('<mtd class="math-right math-tight">');
    expect(html).toContain('<mtd class="math-left math-tight">');
    expect(html).not.toMatch(/\sstyle=|columnalign|xmlns/);
  });

  it('works in lists, tables, quotations and headings', async () => {
    const { html, headings } = await renderMarkdown('## The $$n$$\n\n- $$a$$\n\n> $$b$$\n\n| x |\n|---|\n| $$c$$ |');
    expect(html.match(/<math/g)).toHaveLength(4);
    expect(headings).toEqual([{ id: 'h-the-n', text: 'The n', level: 2 }]);
  });
});

describe('text that is not a formula', () => {
  it.each(['It costs $5, or $10.', 'Say `$$` for the process id.', '<p>$HOME and $PATH</p>'])('%s', async (source) => {
    expect(await render(source)).not.toContain('<math');
    expect(await problems(source)).toEqual([]);
  });
});

describe('invalid formula', () => {
  it.each([
    ['a\n\nText $$\\frac{1$$', '3 math-syntax'],
    ['$$\na\n\\begin{pmatrix}\n1\n$$', '4 math-syntax'],
    ['$$\n\\nosuch\n$$', '2 math-syntax'],
    ['$$\na', '1 math-open'],
    ['$$ title\na\n$$', '1 math-word'],
    ['$$\n\n$$', '2 math-syntax'],
    ['$$\\color{red}{x}$$', '1 math-syntax'],
    ['$$\\href{javascript:alert(1)}{x}$$', '1 math-syntax'],
    ['$$\\cancel{x}$$', '1 math-syntax'],
    [`$$${'\\frac{1}{'.repeat(300)}1${'}'.repeat(300)}$$`, '1 math-syntax'],
  ])('%j → %s', async (source, expected) => {
    expect(await problems(source)).toContain(expected);
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\htmlClass{x}{y}',
    '\\htmlData{slot=1}{y}',
    '\\includegraphics{x}',
    '\\text{<script>alert(1)</script>}',
    '\\def\\a{\\a\\a}\\a',
  ])('%s has no effect', async (tex) => {
    // Quoted attribute values are inert.
    const html = (await render(`Text $$${tex}$$ goes on.`)).replace(/="[^"]*"/g, '');
    expect(html).not.toMatch(/<(script|a|img)\b|\s(href|style|class|data-\w+)[\s>]/);
  });
});
