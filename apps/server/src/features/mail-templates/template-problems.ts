import type { Wording, WordingPart } from '@hexpedition/contract';
import type { MailTemplateText } from './mail-template.ts';
import { isUntrusted } from './placeholders.ts';

/** Parts that are read as text, not as a title or a button. */
const inText: ReadonlySet<WordingPart> = new Set(['paragraphs', 'otherwise']);

/** What is wrong with the placeholders of a wording, by part; nothing where it can be sent. */
export function findTemplateProblems(letter: MailTemplateText, wording: Wording): Partial<Record<WordingPart, string>> {
  const faults: Partial<Record<WordingPart, string>> = {};
  for (const part of Object.keys(wording) as WordingPart[]) {
    const texts = wording[part];
    const fault = [texts]
      .flat()
      .map((text) => faultIn(letter, part, text))
      .find((found) => found !== undefined);
    if (fault) faults[part] = fault;
  }
  const said = [wording.heading, ...wording.paragraphs].join('\n');
  const missing = letter.needs.find((name) => !said.includes(`{${name}}`));
  if (missing && !faults.paragraphs) {
    faults.paragraphs = `Put {${missing}} into the heading or the text: without it nobody knows what the mail is about.`;
  }
  return faults;
}

function faultIn({ offers }: MailTemplateText, part: WordingPart, text: string): string | undefined {
  const loose = text.replace(/\{[^{}\n]*\}/g, '').match(/[{}]/)?.[0];
  if (loose === '{') return 'Close the brace: a placeholder is a name between { and }, and braces stand nowhere else.';
  if (loose === '}') return 'Take out the } that no { opens: braces stand around placeholders alone.';
  for (const [braces, name = ''] of text.matchAll(/\{([^{}\n]*)\}/g)) {
    if (!offers.some((offered) => offered === name)) {
      return `This letter knows no ${braces}. It knows ${offers.map((offered) => `{${offered}}`).join(', ')}.`;
    }
    if (isUntrusted(name) && !inText.has(part)) {
      return `Leave ${braces} to the text: a stranger can choose it, and here it would pass for your own words.`;
    }
  }
  return undefined;
}
