import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Company, colours, slugPattern } from '@hexpedition/contract';
import { cleanDrawing } from '@hexpedition/curriculum/markdown/clean-drawing';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { renderMarkdown } from '#features/content/content.public';
import { StartError } from '#platform/start-error';

/** Image of the company as it is served. */
interface Logo {
  /** URL path, which contains a hash of the bytes. */
  path: string;
  contentType: 'image/svg+xml; charset=utf-8' | 'image/png';
  bytes: Buffer;
  etag: string;
}

const maxBytes = 64 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Reads the company's logo. Detects the format from the bytes.
 * @throws StartError if it is missing, too large, or neither a PNG image nor an allowed SVG drawing
 */
async function readLogo(file: string): Promise<Logo> {
  const bytes = await readSmallFile(file);
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return toLogo(bytes, 'image/png');
  const drawing = cleanDrawing(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if ('svg' in drawing) return toLogo(Buffer.from(drawing.svg), 'image/svg+xml; charset=utf-8');
  throw logoError(
    file,
    `which is neither a PNG image nor an allowed SVG drawing: line ${drawing.line}. ${drawing.problem}`,
    'Correct the drawing (docs/authoring.md lists what is allowed), or use a PNG file.',
  );
}

async function readSmallFile(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes)
      throw logoError(file, `which has ${size} bytes.`, `Use an image of at most ${maxBytes} bytes.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw logoError(
      file,
      `which cannot be read (${code}).`,
      'Use the path of an SVG or PNG file, relative to PARTNERS_FILE.',
    );
  }
}

const logoError = (file: string, problem: string, remedy: string): StartError =>
  new StartError(`PARTNERS_FILE: company.logo is "${file}", ${problem}`, remedy);

function toLogo(bytes: Buffer, contentType: Logo['contentType']): Logo {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const path = `/partners/logo-${hash}.${contentType === 'image/png' ? 'png' : 'svg'}`;
  return { path, contentType, bytes, etag: `"${hash}"` };
}

/** The operator's partner settings: promoted trainings, a preview training, and a company. Each part is optional. */
export interface Partners {
  /** Slugs of the promoted trainings: two, or none. */
  promo: string[];
  /** Slug of the training that is open to every tier. */
  preview: string | null;
  company: (Omit<Company, 'logo'> & { logo: Logo | null; textHtml: string }) | null;
}

export const noPartners: Partners = { promo: [], preview: null, company: null };

const slug = z.string('Use a slug.').regex(slugPattern, 'Use a slug: lowercase letters, digits and single hyphens.');

const company = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(40, 'Use a name of at most 40 characters.').nullish(),
  continent: slug.nullish(),
  colour: z.enum(colours, `Use one of ${colours.join(', ')}.`).nullish(),
  logo: z.string('Use the path of a file.').nullish(),
  link: z.url({ protocol: /^https$/, error: 'Use an https URL, such as https://example.com/learn.' }).nullish(),
  text: z.string('Use a text in Markdown.').max(20_000, 'Use a text of at most 20,000 characters.').nullish(),
  trainings: z.array(slug, 'Use a list of slugs.').max(100, 'Use at most 100 slugs.').nullish(),
});

const two = 'Use the slugs of two trainings: [first, second].';
const partnersFile = z.strictObject({
  promo: z
    .array(slug, two)
    .length(2, two)
    .refine(([one, other]) => one !== other, two)
    .nullish(),
  preview: slug.nullish(),
  company: company.nullish(),
});

/** The company of COMPANY_DOMAIN alone. */
const defaultCompany: NonNullable<Partners['company']> = {
  name: 'Google CAM',
  continent: null,
  colour: null,
  link: null,
  trainings: [],
  logo: null,
  textHtml: '',
};

/**
 * Reads the YAML or JSON file of PARTNERS_FILE and its logo.
 * @param path absolute; null if the variable is not set
 * @param companyDomain COMPANY_DOMAIN: with it, there is a company even if the file describes none
 * @throws StartError with the problem and its remedy
 */
export async function readPartners(path: string | null, companyDomain: string | null): Promise<Partners> {
  const company = companyDomain === null ? null : defaultCompany;
  if (path === null) return { ...noPartners, company };
  const { promo, preview, company: given } = parse(await readText(path), path);
  return {
    promo: promo ?? [],
    preview: preview ?? null,
    company: given
      ? {
          name: given.name ?? defaultCompany.name,
          continent: given.continent ?? null,
          colour: given.colour ?? null,
          link: given.link ?? null,
          trainings: [...new Set(given.trainings)],
          logo: given.logo ? await readLogo(resolve(dirname(path), given.logo)) : null,
          textHtml: await toHtml(given.text ?? ''),
        }
      : company,
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `PARTNERS_FILE is "${path}", which cannot be read (${code}).`,
      'Set it to the path of a YAML or JSON file, or remove it.',
    );
  }
}

function parse(text: string, path: string): z.output<typeof partnersFile> {
  const document = parseDocument(text, { uniqueKeys: true });
  const [syntaxError] = document.errors;
  if (syntaxError) {
    throw new StartError(`PARTNERS_FILE is "${path}", which is not YAML.`, syntaxError.message.split('\n')[0] ?? '');
  }
  const value: unknown = document.toJS() ?? {};
  const { data, error } = partnersFile.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw issue ? toStartError(issue, value) : error;
}

function toStartError(issue: z.core.$ZodIssue, value: unknown): StartError {
  const at = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const schema = at === 'company' ? company : partnersFile;
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    const remedy = `The known keys ${at ? `of ${at} ` : ''}are ${Object.keys(schema.shape).join(', ')}.`;
    return new StartError(`PARTNERS_FILE: ${at || 'the file'} has unknown keys: ${keys}.`, remedy);
  }
  const found = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], value);
  const shown = (JSON.stringify(found) ?? 'nothing').slice(0, 100);
  const remedy = at === '' || at === 'company' ? 'Write lines of "key: value" there.' : issue.message;
  return new StartError(`PARTNERS_FILE: ${at || 'the file'} is ${shown}.`, remedy);
}

async function toHtml(text: string): Promise<string> {
  if (text === '') return '';
  const { html, diagnostics } = await renderMarkdown(text, { prefix: 'company' });
  const problem = diagnostics.find(({ severity }) => severity === 'error');
  if (problem) {
    throw new StartError(`PARTNERS_FILE: company.text has an error in line ${problem.line}.`, problem.message);
  }
  return html;
}
