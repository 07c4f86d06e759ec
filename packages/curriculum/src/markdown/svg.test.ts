import { describe, expect, it } from 'vitest';
import { cpuTime } from '../testing/cpu-time.ts';
import { readDrawing } from './svg.ts';
import { parseSvg } from './svg-parse.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 720 100"'): string => `<svg ${attributes}>\n${inside}\n</svg>`;

function read(source: string) {
  const problems: string[] = [];
  const drawing = readDrawing(source, (line, code) => problems.push(`${line} ${code}`));
  return {
    problems,
    text: JSON.stringify(drawing?.root, (_, value) => (value instanceof Map ? [...value] : value)) ?? '',
  };
}

describe('drawing', () => {
  it('keeps what authoring.md allows', () => {
    const source = `<?xml version="1.0"?>\n<!-- a -->\n${svg(
      '<title>t</title><defs><marker id="a-b" viewBox="0 0 1 1" orient="auto"><path d="M0 0L1 1"/></marker></defs>' +
        '<g fill="none" stroke="url(#a-b)"><text x="1" font-size="14" font-family="var(--font-mono)">a &amp; b<tspan>&#8364;</tspan></text></g>',
    )}`;
    const { problems, text } = read(source);
    expect(problems).toEqual([]);
    expect(text).toContain('a & b');
    expect(text).toContain('€');
    expect(text).not.toContain('"title"');
  });

  it.each([
    ['<script>alert(1)</script>', '2 svg-element'],
    ['<foreignObject><body onload="x"/></foreignObject>', '2 svg-element'],
    ['<image href="https://evil.example/x.png"/>', '2 svg-element'],
    ['<a xlink:href="javascript:alert(1)"><text>a</text></a>', '2 svg-element'],
    ['<use href="#x"/>', '2 svg-element'],
    ['<animate attributeName="href" values="javascript:x"/>', '2 svg-element'],
    ['<svg><script>x</script></svg>', '2 svg-element'],
    ['<rect onclick="alert(1)"/>', '2 svg-attribute'],
    ['<rect style="fill:red"/>', '2 svg-attribute'],
    ['<rect xlink:href="x"/>', '2 svg-attribute'],
    ['<rect class="code-copy"/>', '2 svg-attribute'],
    ['<rect fill="url(https://evil.example/x)"/>', '2 svg-attribute'],
    ['<rect fill="url( #a )"/>', '2 svg-attribute'],
    ['<rect fill="u\\72l(https://evil.example/x)"/>', '2 svg-attribute'],
    ['<rect id="Main Thing"/>', '2 svg-attribute'],
    ['<rect fill="#fff"/>', '2 svg-colour'],
    ['<text font-size="11">a</text>', '2 svg-text-size'],
    ['<text font-family="Comic Sans">a</text>', '2 svg-font'],
    ['<rect>', '3 svg-syntax'],
    ['<rect a=1 />', '2 svg-syntax'],
    ['<![CDATA[<script>]]>', '2 svg-syntax'],
    ['<rect x="1" x="2"/>', '2 svg-syntax'],
    ['a & b', '1 svg-syntax'],
  ])('%s → %s', (inside, expected) => {
    const { problems, text } = read(svg(inside));
    expect(problems).toContain(expected);
    expect(text).not.toMatch(/script|evil|onclick|onload|foreignObject|javascript/);
  });

  it('parses in linear time', async () => {
    const took = await cpuTime(() => {
      expect(read(svg(`${'<g/>\n'.repeat(100_000)}<rect>`)).problems).toContain('100003 svg-syntax');
    });
    expect(took).toBeLessThan(5_000);
  });

  it('rejects invalid characters and elements nested too deeply', () => {
    for (const entity of ['&#0;', '&#8;', '&#xd800;', '&#xffff;', '&#x110000;'])
      expect([entity, read(svg(`<text x="1" y="1">${entity}</text>`)).problems]).toEqual([entity, ['2 svg-syntax']]);
    expect(read(svg('<text x="1" y="1" font-size="20">&#x1f9ed;&#65;</text>')).text).toContain('🧭A');
    expect(read(svg(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`)).problems).toEqual(['2 svg-syntax']);
    expect(read(svg(`${'<g>'.repeat(150)}${'</g>'.repeat(150)}`)).problems).toEqual([]);
  });

  it('requires a viewBox, no size and a single svg root', () => {
    expect(read(svg('', 'width="10"')).problems).toEqual(['1 svg-viewbox', '1 svg-size']);
    for (const box of ['-5 0 720 100', '0 0 720', 'a b c d', ''])
      expect(read(svg('', `viewBox="${box}"`)).problems).toEqual(['1 svg-viewbox']);
    expect(read('<!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 1 1"/>').problems).toEqual(['1 svg-syntax']);
    expect(read('<g/>').problems).toEqual(['1 svg-syntax']);
    expect(read(`${svg('')}<script/>`).problems).toEqual(['1 svg-syntax']);
  });

  it('names the line and the open element when a closing tag does not match', () => {
    expect(() => parseSvg('<svg>\n<g>\n</svg>')).toThrow('</svg> has no opening tag; the open element is <g>.');
  });
});
