import type { PhrasingContent } from 'mdast';
import { didYouMean } from '../diagnostics.ts';
import { type Conversion, withLineOffset } from './conversion.ts';
import type { Challenge } from './ctfcli-challenge.ts';
import { fileOf } from './ctfcli-files.ts';
import { flagOf } from './ctfcli-flag.ts';
import { type Blocks, oneLine, readForeignMarkdown } from './foreign-markdown.ts';
import { type FieldNames, Fields, textOfValue, type Value } from './source-yaml.ts';
import { collapsed, type LessonDraft, paragraph } from './write-training.ts';

/** Unsupported fields, each with advice. `version` is ignored: it does not describe the challenge. */
const unsupportedFields: Readonly<Record<string, string>> = {
  attempts: '"attempts" is left out: learners can try a flag without limit. Remove it, or use a :::quiz.',
  healthcheck: '"healthcheck" is left out. Write the check of a lab in its exploit.',
  logic: '"logic" is left out: a challenge has one flag here. Make a lesson for each required flag.',
  module: '"module" is left out: chapters are made from the category. Use "category".',
  position: '"position" is left out: challenges are sorted by points and name. Move the lesson in the editor.',
  solution: '"solution" is left out, because learners would see it. Keep it in the write-up of a lab.',
  topics: '"topics" is left out, because it would reveal the solution. Learners see tags.',
};

const hintFields: FieldNames = {
  content: ['hint', 'text', 'description'],
  cost: ['price', 'value'],
  title: ['name'],
  requirements: [],
  key: [],
};

/** Makes the lesson of a challenge. */
export async function lessonOf(
  challenge: Challenge,
  folder: string,
  all: readonly Challenge[],
  conversion: Conversion,
): Promise<LessonDraft> {
  const { fields, key, name, slug, category } = challenge;
  const blocks: Blocks = [...(await descriptionOf(challenge)), ...connectionOf(challenge)];
  for (const value of [...fields.list('files'), ...fields.oneOrMany('provide')])
    blocks.push(...(await fileOf(value, folder, challenge, conversion)));
  blocks.push(
    ...(await hintsOf(challenge)),
    ...(await flagOf(challenge, conversion)),
    ...closingBlocks(challenge, all),
  );
  for (const [field, message] of Object.entries(unsupportedFields))
    if (fields.has(field)) challenge.report(fields.lineOf(field), `${field}-left-out`, message, 'warning');
  return {
    key,
    name,
    slug,
    fallback: `A challenge of the category ${category}.`,
    minutes: 30,
    blocks: blocks.length > 0 ? blocks : [paragraph(name)],
  };
}

async function descriptionOf({ fields, report }: Challenge): Promise<Blocks> {
  const text = fields.text('description') ?? '';
  if (!text.trim())
    report(
      fields.lineOf('description'),
      'value-missing',
      'description is missing: tell learners what to do.',
      'warning',
    );
  const within = withLineOffset(report, fields.textLineOf('description'));
  const template = text.split('\n').findIndex((line) => /\{\{\s*[a-z_][\w.]*\s*\}\}|\{%-?\s*\w/i.test(line));
  if (template >= 0)
    within(
      template + 1,
      'text-template',
      'This looks like a template, and learners would see its braces. Fill it in and import the result.',
      'warning',
    );
  return readForeignMarkdown(text, 'note', within);
}

/** The connection info is only a text: the server never connects to that machine. */
function connectionOf({ fields, report }: Challenge): Blocks {
  const service = serviceOf(fields);
  const info = fields.text('connection_info')?.trim();
  if (info && /\{\{|\{%|\$\{/.test(info))
    report(
      fields.lineOf('connection_info'),
      'text-template',
      'This looks like a template, and learners would see its braces. Fill it in and import the result.',
      'warning',
    );
  if (service || info) {
    const line = fields.lineOf(service ?? 'connection_info');
    report(
      line,
      'lab-needed',
      'This challenge needs an external service. Make a lab for it: npm run lab -- new <slug>.',
      'warning',
    );
  }
  return info
    ? [paragraph('Connect to:'), { type: 'code', lang: 'text', value: info.replace(/[^\P{Cc}\n\t]/gu, '') }]
    : [];
}

/** Returns the field that shows that a challenge needs a service; undefined if it consists of files only. */
function serviceOf(fields: Fields): string | undefined {
  const found = ['image', 'host', 'containers', 'expose', 'protocol'].find((key) => fields.has(key));
  if (found || !fields.has('hosting')) return found;
  const [hosting] = fields.oneOrMany('hosting');
  const type = hosting?.data instanceof Map ? hosting.data.get('type')?.data : undefined;
  return type === 'file' ? undefined : 'hosting';
}

async function hintsOf({ fields, report }: Challenge): Promise<Blocks> {
  const blocks: Blocks = [];
  let number = 0;
  for (const value of fields.list('hints')) {
    const inner = value.data instanceof Map ? new Fields(value.data, value.line, hintFields, report) : undefined;
    const text = inner ? inner.text('content') : textOfValue(value);
    if (!text?.trim()) {
      report(value.line, 'value-shape', 'A hint must be a text, or have content and cost.', 'warning');
      continue;
    }
    number += 1;
    const cost = inner?.number('cost') ?? 0;
    if (cost > 0)
      report(
        inner?.lineOf('cost') ?? value.line,
        'hint-cost',
        'Hints cost nothing here; the cost is only shown.',
        'warning',
      );
    if (inner?.has('requirements'))
      report(
        inner.lineOf('requirements'),
        'hint-open',
        'Learners can open hints in any order here; put this one below those that it needs.',
        'warning',
      );
    const label = oneLine(inner?.text('title') ?? '', 80);
    const title = `Hint ${number}${label && `: ${label}`}${cost > 0 ? ` (cost ${cost} points)` : ''}`;
    blocks.push(
      ...collapsed(
        title,
        await readForeignMarkdown(
          text,
          `hint-${number}`,
          withLineOffset(report, inner?.textLineOf('content') ?? value.textLine),
        ),
      ),
    );
  }
  return blocks;
}

/** Returns the closing blocks: prerequisites, next challenge, author and tags. */
function closingBlocks(challenge: Challenge, all: readonly Challenge[]): Blocks {
  const { fields, report } = challenge;
  const blocks: Blocks = [];
  for (const { name, line } of challenge.prerequisites) {
    const prerequisite = findOther(name, line, 'requirement');
    if (!prerequisite) continue;
    blocks.push(paragraph(`Do "${prerequisite.name}" (${prerequisite.category}) first.`));
    const open = `All lessons of a course are open: this one only says to do "${prerequisite.name.slice(0, 80)}" first.`;
    report(line, 'requirement-open', `${open} Make a separate course to lock it with "requires".`, 'warning');
  }
  const next = fields.text('next')?.trim();
  const after = next ? findOther(next, fields.lineOf('next'), 'next') : undefined;
  if (after) blocks.push(paragraph(`Then continue with "${after.name}".`));
  const author = fields.oneOrMany('author').flatMap((value) => textOfValue(value) ?? []);
  const tags = fields.oneOrMany('tags').flatMap((value) => tagOf(value) ?? []);
  const credits = [
    ...(author.length > 0 ? [`By ${oneLine(author.join(', '), 200)}.`] : []),
    ...(fields.text('attribution') ? [oneLine(fields.text('attribution') ?? '', 500)] : []),
    ...(tags.length > 0 ? [`Tags: ${oneLine([...new Set(tags)].join(', '), 300)}.`] : []),
  ];
  if (credits.length > 0) {
    const children: PhrasingContent[] = [{ type: 'text', value: credits.join(' ') }];
    blocks.push({ type: 'paragraph', children });
  }
  return blocks;

  /** Finds another challenge by name. Reports it and returns undefined if learners could not open it. */
  function findOther(name: string, line: number, code: 'requirement' | 'next'): Challenge | undefined {
    if (name === challenge.name) {
      report(line, `${code}-itself`, 'A challenge cannot come before or after itself; remove this.', 'warning');
      return undefined;
    }
    const found = all.find((one) => one.name === name);
    const shortName = name.slice(0, 80);
    const names = all.flatMap((one) => (one.name === challenge.name ? [] : [one.name]));
    if (!found)
      report(
        line,
        `${code}-unknown`,
        `There is no challenge "${shortName}"${didYouMean(name, names) || '.'}`,
        'warning',
      );
    else if (found.hidden && !challenge.hidden) {
      const message = `"${shortName}" is hidden, so this lesson does not mention it. Make that challenge visible first.`;
      report(line, `${code}-hidden`, message, 'warning');
      return undefined;
    }
    return found;
  }
}

export const tagOf = (value: Value): string | undefined => {
  const inner = value.data instanceof Map ? value.data.get('value') : value;
  return inner && textOfValue(inner);
};
