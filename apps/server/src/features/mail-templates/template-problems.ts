import type { Wording, WordingPart } from '@hexpedition/contract';
import type { TemplateDefinition } from './mail-template.ts';
import { isUntrusted } from './placeholders.ts';

/** Parts of the running text, as opposed to titles and the button. */
const textParts: ReadonlySet<WordingPart> = new Set(['paragraphs', 'otherwise']);

/** Checks the placeholders of a text. Returns the problems by part; empty if the text can be sent. */
export function findTemplateProblems(
  template: TemplateDefinition,
  wording: Wording,
): Partial<Record<WordingPart, string>> {
  const problems: Partial<Record<WordingPart, string>> = {};
  for (const part of Object.keys(wording) as WordingPart[]) {
    const problem = [wording[part]]
      .flat()
      .map((text) => findProblem(template, part, text))
      .find((found) => found !== undefined);
    if (problem) problems[part] = problem;
  }
  const headingAndText = [wording.heading, ...wording.paragraphs].join('\n');
  const missing = template.required.find((name) => !headingAndText.includes(`{${name}}`));
  if (missing && !problems.paragraphs) {
    problems.paragraphs = `Put {${missing}} into the heading or the text. Without it the mail does not say what it is about.`;
  }
  return problems;
}

function findProblem({ placeholders }: TemplateDefinition, part: WordingPart, text: string): string | undefined {
  const looseBrace = text.replace(/\{[^{}\n]*\}/g, '').match(/[{}]/)?.[0];
  if (looseBrace === '{') {
    return 'Close the brace. A placeholder is a name between { and }; braces are not allowed elsewhere.';
  }
  if (looseBrace === '}') return 'Remove the } without a matching {. Braces are allowed only around placeholders.';
  for (const [braces, name = ''] of text.matchAll(/\{([^{}\n]*)\}/g)) {
    if (!placeholders.some((placeholder) => placeholder === name)) {
      const known = placeholders.map((placeholder) => `{${placeholder}}`).join(', ');
      return `This mail has no placeholder ${braces}. You can use ${known}.`;
    }
    if (isUntrusted(name) && !textParts.has(part)) {
      return `Use ${braces} only in the text. A stranger can choose its value, which would look like your own words here.`;
    }
  }
  return undefined;
}
