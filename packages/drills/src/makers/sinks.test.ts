import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { sinkDrills } from './sinks.ts';

const seeds = Array.from({ length: 60 }, (_, i) => `buoy ${i}`);
const roundsOf = (name: keyof typeof sinkDrills) =>
  seeds.map((seed) => {
    const { given, answer } = sinkDrills[name].make(createRandom(Buffer.from(seed)));
    return { answer, given: given[0]?.text ?? '' };
  });

/** A text that is detectable in every language that a sink may interpret. */
const PROBE = `javascript:go()//"<img src=x onerror=go()>`;

it('gives the lines that receive an outsider’s text when the script runs', () => {
  for (const { answer, given } of roundsOf('xss-sinks')) {
    const lines = given.split('\n').map((line) => line.slice(4));
    const arrived = new Set<number>();
    let line = 0;
    const when = (harms: boolean) => harms && arrived.add(line);
    const html = (text: unknown) => when(String(text).includes('<img'));
    const element = {
      set innerHTML(text: unknown) {
        html(text);
      },
      set srcdoc(text: unknown) {
        html(text);
      },
      set textContent(_: unknown) {},
      set value(_: unknown) {},
      insertAdjacentHTML: (_: string, text: unknown) => html(text),
    };
    const world = {
      ...{ sign: element, log: element, frame: element, field: element, at: (n: number) => (line = n) },
      setTimeout: (code: string) => when(/^show\(".*"<img/.test(code)),
      window: {
        name: PROBE,
        search: `?${new URLSearchParams(Object.fromEntries('lamp tide boat note berth crew fog mole gull'.split(' ').map((name) => [name, PROBE])))}`,
        hash: `#${encodeURIComponent(PROBE)}`,
        go: (to: unknown) => when(String(to).startsWith('javascript:')),
      },
    };
    const code = lines.map(
      (text, i) =>
        `at(${i + 1}); ${text.replace(/location = (\w+)/, 'window.go($1)').replaceAll('location.', 'window.')}`,
    );
    new Function(...Object.keys(world), code.join('\n'))(...Object.values(world));
    expect(answer).toBe([...arrived].join(' '));
  }
});

it('hashes the bytes between the tags, including line breaks at both ends', () => {
  for (const { answer, given } of roundsOf('xss-hash')) {
    const script = given.slice('<script>'.length, -'</script>'.length);
    expect(script).not.toBe(script.trim());
    const digest = createHash('sha256').update(Buffer.from(script, 'ascii')).digest();
    expect(digest.subarray(0, 9).equals(Buffer.from(answer, 'base64'))).toBe(true);
  }
  expect(sinkDrills['xss-hash'].normalize(" 'sha256-Ab+/cDefGhIj' ")).toBe('Ab+/cDefGhIj');
});
