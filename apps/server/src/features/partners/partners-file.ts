import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Company, colours, slugPattern } from '@hexpedition/contract';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { renderMarkdown } from '#features/content/content.public';
import { StartError } from '#platform/start-error';
import { type Logo, readLogo } from './logo.ts';

/** What the operator promotes, gives away to look at, and for whom; each part may be missing. */
export interface Partners {
  /** Slugs of the promoted trainings: two, or none. */
  promo: string[];
  /** Slug of the training that is open to every tier. */
  preview: string | null;
  company: (Omit<Company, 'logo'> & { logo: Logo | null; textHtml: string }) | null;
}

export const noPartners: Partners = { promo: [], preview: null, company: null };

const slug = z.string('Give a slug.').regex(slugPattern, 'Give a slug: small letters, digits and single hyphens.');

const company = z.strictObject({
  name: z.string().trim().min(1, 'Give a name.').max(40, 'Give a name of at most 40 letters.').nullish(),
  continent: slug.nullish(),
  colour: z.enum(colours, `Give one of ${colours.join(', ')}.`).nullish(),
  logo: z.string('Give the path of a file.').nullish(),
  link: z.url({ protocol: /^https$/, error: 'Give an https address, such as https://example.com/learn.' }).nullish(),
  text: z.string('Give a text in Markdown.').max(20_000, 'Give a text of at most 20,000 letters.').nullish(),
  trainings: z.array(slug, 'Give a list of slugs.').max(100, 'Give at most 100 slugs.').nullish(),
});

const two = 'Give the slugs of two trainings: [first, second].';
const partnersFile = z.strictObject({
  promo: z
    .array(slug, two)
    .length(2, two)
    .refine(([one, other]) => one !== other, two)
    .nullish(),
  preview: slug.nullish(),
  company: company.nullish(),
});

const defaultName = 'Google CAM';

/**
 * Reads the file of PARTNERS_FILE, YAML or JSON, and the logo beside it.
 * @param path absolute; null where there is no such file
 * @throws StartError that names what is wrong in it and what would be right
 */
export async function readPartners(path: string | null): Promise<Partners> {
  if (path === null) return noPartners;
  const { promo, preview, company: given } = parse(await readText(path), path);
  return {
    promo: promo ?? [],
    preview: preview ?? null,
    company: given
      ? {
          name: given.name ?? defaultName,
          continent: given.continent ?? null,
          colour: given.colour ?? null,
          link: given.link ?? null,
          trainings: [...new Set(given.trainings)],
          logo: given.logo ? await readLogo(resolve(dirname(path), given.logo)) : null,
          textHtml: await toHtml(given.text ?? ''),
        }
      : null,
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `PARTNERS_FILE is "${path}", which cannot be read (${code}).`,
      'Give the path of a YAML or JSON file, or leave it out.',
    );
  }
}

function parse(text: string, path: string): z.output<typeof partnersFile> {
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) {
    throw new StartError(`PARTNERS_FILE is "${path}", which is not YAML.`, fault.message.split('\n')[0] ?? '');
  }
  const value: unknown = document.toJS() ?? {};
  const { data, error } = partnersFile.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw issue ? faultOf(issue, value) : error;
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): StartError {
  const at = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const schema = at === 'company' ? company : partnersFile;
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    const known = `The keys ${at ? `of ${at} ` : ''}are ${Object.keys(schema.shape).join(', ')}.`;
    return new StartError(`PARTNERS_FILE: ${at || 'the file'} has ${keys}, which means nothing.`, known);
  }
  const found = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], value);
  const shown = (JSON.stringify(found) ?? 'nothing').slice(0, 100);
  const remedy = at === '' || at === 'company' ? 'Write lines of "key: value" there.' : issue.message;
  return new StartError(`PARTNERS_FILE: ${at || 'the file'} is ${shown}.`, remedy);
}

async function toHtml(text: string): Promise<string> {
  if (text === '') return '';
  const { html, diagnostics } = await renderMarkdown(text, { prefix: 'company' });
  const fault = diagnostics.find(({ severity }) => severity === 'error');
  if (fault) throw new StartError(`PARTNERS_FILE: company.text has a fault in its line ${fault.line}.`, fault.message);
  return html;
}
