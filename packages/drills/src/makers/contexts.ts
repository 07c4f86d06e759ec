import type { Drill } from '../drill.ts';
import { lettered, lettersOf, normalizeLetters } from '../lists.ts';

const IMAGE = '<img src=x onerror=go()>';

/** Contexts in a page, with `WORD` as the input. */
export const places = {
  text: '<p>WORD</p>',
  area: '<textarea>WORD</textarea>',
  double: '<input name="q" value="WORD">',
  single: "<input name='q' value='WORD'>",
  bare: '<input name=q value=WORD>',
  script: "<script>var boat = 'WORD'</script>",
  doubleScript: '<script>var boat = "WORD"</script>',
  handler: `<button autofocus onfocus="pick('WORD')">`,
} as const;
export type Place = keyof typeof places;

export const inputs = [
  ...[IMAGE, `">${IMAGE}`, `'>${IMAGE}`, `</textarea>${IMAGE}`, `</script>${IMAGE}`, `"></script>${IMAGE}`],
  ...['" autofocus onfocus="go()', "' autofocus onfocus='go()", 'x autofocus onfocus=go()'],
  ...["';go();//", '";go();//', "');go();//", `';go();//">${IMAGE}`],
];
export const treatments = ['', '<>', '"', "'", '<>"', `<>"'&`];

/** Encodes every character of a list as a reference, such as `&#60;`. */
const encoded = (input: string, signs: string): string =>
  [...input].map((sign) => (signs.includes(sign) ? `&#${sign.charCodeAt(0)};` : sign)).join('');

/**
 * Returns whether an input runs `go()` when the page loads, according to the rules of an HTML parser in each context.
 */
export function runs(place: Place, input: string, signs: string): boolean {
  const word = encoded(input, signs);
  /** The input after the quote that ends an attribute's value. A second handler of the same name is ignored. */
  const behind = (quote: string): string => word.slice(word.indexOf(quote) + 1 || word.length);
  const leaves = (rest: string, quote: string): boolean =>
    rest.includes('>') && rest.includes(IMAGE) ? true : rest.startsWith(` autofocus onfocus=${quote}`);
  switch (place) {
    case 'text':
      return word.includes(IMAGE);
    case 'area':
      return word.includes(`</textarea>${IMAGE}`);
    case 'double':
      return leaves(behind('"'), '"');
    case 'single':
      return leaves(behind("'"), "'");
    case 'bare':
      return word.startsWith('x ') || (/^[^\s>"'][^\s>]*>/.test(word) && word.includes(IMAGE));
    case 'script':
      return word.includes(`</script>${IMAGE}`) || word.startsWith("';");
    case 'doubleScript':
      return word.includes(`</script>${IMAGE}`) || word.startsWith('";');
    case 'handler':
      return word.includes('"') ? leaves(behind('"'), 'none') : input.startsWith("');");
  }
}

const reasons: Record<Place, string> = {
  text: 'between tags, an angle bracket that is not encoded begins a tag',
  area: 'in a text area, tags are text until `</textarea>` ends it',
  double: 'the double quote ends the value, and after it you need an angle bracket or one more attribute',
  single: 'the single quote ends the value, and after it you need an angle bracket or one more attribute',
  bare: 'a value without quotes ends at a space or at `>`; a value that begins with a quote is a quoted value',
  script: 'a single quote ends the string, `</script>` ends the script, and references are not decoded here',
  doubleScript: 'a double quote ends the string, `</script>` ends the script, and references are not decoded here',
  handler: 'the attribute is decoded before JavaScript sees it, so encoding the single quote changes nothing',
};

export const contextDrills = {
  'xss-places': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const [input, signs] = [random.pick(inputs), random.pick(treatments)];
        const shown = random.some(Object.keys(places) as Place[], 6);
        const found = shown.filter((place) => runs(place, input, signs));
        const [first] = found;
        if (!first || found.length > 4) continue;
        return {
          given: [
            { label: 'Six pages', text: lettered(shown.map((place) => places[place])) },
            { label: 'WORD is', text: input },
            {
              label: 'How the server changes WORD first',
              text: signs
                ? `writes  ${[...signs].join(' ')}  as references such as ${encoded(signs[0] ?? '', signs)}`
                : 'nothing',
            },
          ],
          answer: lettersOf(shown, (place) => runs(place, input, signs)),
          solution: [
            `First write down the text that arrives in the page: \`${encoded(input, signs)}\`. Then find out for each page which character ends the context.`,
            ...found.map((place) => `\`${places[place]}\`: ${reasons[place]}. It runs.`),
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
