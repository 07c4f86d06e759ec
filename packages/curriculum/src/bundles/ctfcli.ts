import { posix } from 'node:path';
import { sizeLimits } from '@hexpedition/contract';
import type { PhrasingContent } from 'mdast';
import { didYouMean, type Report } from '../diagnostics.ts';
import { findType } from '../media/media-types.ts';
import { type BundleFiles, bytesFile } from './bundle-files.ts';
import { Conversion, type ConvertedBundle, type ConvertOptions, withLineOffset } from './conversion.ts';
import { type Blocks, oneLine, readForeignMarkdown } from './foreign-markdown.ts';
import { shortHash, slugOf } from './slugs-and-ids.ts';
import { type FieldNames, Fields, readSourceYaml, textOfValue, type Value } from './source-yaml.ts';
import {
  type ChapterDraft,
  chapterSlugs,
  collapsed,
  folderLimit,
  type LessonDraft,
  lessonSlugs,
  paragraph,
  writeContinent,
  writeTraining,
} from './write-training.ts';
import { zipBytes } from './write-zip.ts';

/** The fields of a challenge (https://docs.ctfd.io/docs/deployment/ctfcli) and other common spellings. */
const challengeFields: FieldNames = {
  name: ['title', 'challenge'],
  author: ['authors', 'creator'],
  category: ['categories'],
  description: ['desc', 'text', 'body'],
  attribution: ['credits'],
  value: ['points', 'point', 'score'],
  type: [],
  extra: [],
  decay: [],
  minimum: [],
  initial: [],
  function: [],
  flags: ['flag', 'answers', 'answer'],
  files: ['file', 'attachments', 'downloads'],
  hints: ['hint'],
  tags: ['tag'],
  topics: ['topic'],
  requirements: ['requires', 'prerequisites', 'requirement'],
  next: [],
  connection_info: ['connection', 'nc'],
  state: ['visibility'],
  image: [],
  host: [],
  protocol: [],
  containers: [],
  replicas: [],
  expose: [],
  healthcheck: [],
  solution: [],
  attempts: ['max_attempts'],
  logic: [],
  module: [],
  position: [],
  version: [],
};

const flagFields: FieldNames = { type: [], content: ['flag', 'value', 'answer'], data: ['case'] };
const hintFields: FieldNames = {
  content: ['hint', 'text', 'description'],
  cost: ['price', 'value'],
  title: ['name'],
  requirements: [],
  key: [],
};
const extraFields: FieldNames = { initial: ['value', 'max'], decay: [], minimum: ['min'], function: [] };
const requirementFields: FieldNames = { prerequisites: ['challenges'], anonymize: [] };

/** Unsupported fields, each with advice. `version` is ignored: it does not describe the challenge. */
const unsupportedFields: Readonly<Record<string, string>> = {
  attempts: '"attempts" is left out: learners can try a flag without limit. Remove it, or use a :::quiz.',
  logic: '"logic" is left out: a challenge has one flag here. Make a lesson for each required flag.',
  module: '"module" is left out: chapters are made from the category. Use "category".',
  position: '"position" is left out: challenges are sorted by points and name. Move the lesson in the editor.',
  solution: '"solution" is left out, because learners would see it. Keep it in the write-up of a lab.',
  topics: '"topics" is left out, because it would reveal the solution. Learners see tags.',
};

interface Challenge {
  file: string;
  report: Report;
  fields: Fields;
  /** Made from its folder, so that a new name or category does not lose progress. */
  key: string;
  name: string;
  category: string;
  hidden: boolean;
  prerequisites: { name: string; line: number }[];
  slug: string;
}

/** Converts folders with challenge.yml into a training: a chapter for each category, a lesson for each challenge. */
export async function convertCtfcli(files: BundleFiles, options: ConvertOptions = {}): Promise<ConvertedBundle> {
  const conversion = new Conversion(files, options);
  const { continent } = conversion.options;
  const challenges = await readChallenges(conversion);
  if (challenges.length > 0) writeContinent(conversion.output, continent);
  for (const hidden of [false, true]) {
    const visible = challenges.filter((challenge) => challenge.hidden === hidden);
    if (visible.length > 0) await writeEvent(visible, hidden, challenges, conversion);
  }
  return conversion.finish(() => 'List it under "files" of a challenge.yml if learners need it.');
}

async function readChallenges(conversion: Conversion): Promise<Challenge[]> {
  const challenges: Challenge[] = [];
  const keys = new Set<string>();
  const slugs = lessonSlugs();
  const event = slugOf(conversion.options.name);
  for (const file of conversion.input.keys()) {
    if (!/^challenge\.ya?ml$/i.test(posix.basename(file))) continue;
    const source = await conversion.text(file);
    if (source === undefined) continue;
    const report = conversion.report(file);
    for (const fields of readSourceYaml(source, challengeFields, report)) {
      const folder = posix.dirname(file);
      const name = nameOf(fields, folder, report);
      if (name === undefined) continue;
      const base = folder === '.' ? name : posix.basename(folder);
      const key = [base, `${base}/${name}`, `${file}/${name}`].find((one) => !keys.has(one));
      if (key === undefined) {
        report(fields.line, 'challenge-duplicate', `The challenge "${name}" is duplicated; remove one.`, 'warning');
        continue;
      }
      keys.add(key);
      if (challenges.some((other) => other.name === name))
        report(
          fields.lineOf('name'),
          'name-duplicate',
          `Another challenge is also called "${name}"; rename one.`,
          'warning',
        );
      const category = oneLine(fields.text('category') ?? '', 80);
      if (!category)
        report(fields.lineOf('category'), 'value-missing', 'category is missing; "Miscellaneous" was used.', 'warning');
      challenges.push({
        file,
        report,
        fields,
        key,
        name,
        category: category || 'Miscellaneous',
        hidden: isHidden(fields, report),
        prerequisites: prerequisitesOf(fields, report),
        slug: slugs.assign(`${event}-${slugOf(name)}`, key, 65),
      });
    }
  }
  return challenges;
}

function nameOf(fields: Fields, folder: string, report: Report): string | undefined {
  const name = oneLine(fields.text('name') ?? '', 80);
  if (name && !/\{\{|\{%|\$\{/.test(name)) return name;
  const line = fields.lineOf('name');
  if (name) {
    report(
      line,
      'yaml-template',
      'The name is a template: fill in the placeholders in braces and import the result.',
      'warning',
    );
    return undefined;
  }
  const folderName = folder === '.' ? '' : oneLine(posix.basename(folder), 80);
  if (folderName && (fields.has('description') || fields.has('flags'))) {
    report(line, 'value-missing', `name is missing; the folder's name "${folderName}" was used.`, 'warning');
    return folderName;
  }
  report(line, 'value-missing', 'name is missing: a challenge needs a name, a description and flags.', 'warning');
  return undefined;
}

function isHidden(fields: Fields, report: Report): boolean {
  const state = fields.text('state')?.trim().toLowerCase() ?? 'visible';
  const warn = (code: string, message: string): void => report(fields.lineOf('state'), code, message, 'warning');
  if (state === 'hidden')
    warn('state-hidden', 'Learners do not see this challenge yet. Write "state: visible" and import it again.');
  else if (state !== 'visible') warn('value-invalid', 'state must be visible or hidden; it was read as hidden.');
  return state !== 'visible';
}

function prerequisitesOf(fields: Fields, report: Report): Challenge['prerequisites'] {
  const list =
    fields.dictionary('requirements', requirementFields)?.list('prerequisites') ?? fields.list('requirements');
  return list.flatMap((value) => {
    const name = textOfValue(value);
    if (typeof value.data === 'number')
      report(
        value.line,
        'requirement-number',
        'This is the number of a challenge on the original server. Write its name instead.',
        'warning',
      );
    else if (name === undefined)
      report(value.line, 'value-shape', 'A requirement must be the name of a challenge.', 'warning');
    return name === undefined || typeof value.data === 'number' ? [] : [{ name: name.trim(), line: value.line }];
  });
}

async function writeEvent(
  own: Challenge[],
  hidden: boolean,
  all: readonly Challenge[],
  conversion: Conversion,
): Promise<void> {
  const { continent, tier } = conversion.options;
  const base = conversion.options.name;
  const name = hidden ? `${oneLine(base, 50)} (hidden)` : base;
  const slug = hidden ? `${slugOf(base)}-hidden` : slugOf(base);
  const slugs = chapterSlugs();
  const chapters = new Map<string, ChapterDraft>();
  for (const challenge of sortByRequirements(own)) {
    const key = slugOf(challenge.category);
    const chapter = chapters.get(key) ?? {
      name: challenge.category,
      slug: slugs.assign(challenge.category, key, 40),
      lessons: [],
    };
    if (chapter.lessons.length >= folderLimit || (!chapters.has(key) && chapters.size >= folderLimit)) {
      challenge.report(
        challenge.fields.line,
        'too-many',
        `A category can have at most ${folderLimit} challenges; use another category.`,
        'warning',
      );
      continue;
    }
    chapters.set(key, chapter);
    conversion.notifyFile(challenge.file);
    chapter.lessons.push(await lessonOf(challenge, `${continent.slug}/${slug}`, all, conversion));
    conversion.markUsed(challenge.file);
  }
  const fallback = oneLine(`Challenges of ${name}.`, 110);
  const sorted = [...chapters.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  writeTraining(conversion.output, continent.slug, {
    slug,
    // A challenge that becomes visible later keeps its id and its lesson's learner data.
    idsOf: slugOf(base),
    name,
    tier,
    hidden,
    tags: commonTags(own),
    fallback,
    description: [],
    chapters: sorted,
  });
}

/** Sorts by points and name, with requirements first. A cycle of requirements is cut where it closes. */
function sortByRequirements(challenges: readonly Challenge[]): Challenge[] {
  const rest = [...challenges].sort((a, b) => pointsOf(a) - pointsOf(b) || (a.name < b.name ? -1 : 1));
  const byName = new Map(rest.map((challenge) => [challenge.name, challenge]));
  const ordered = new Set<Challenge>();
  const visited = new Set<Challenge>();
  // Uses an explicit stack, because a chain of requirements may be as long as the bundle.
  for (const first of rest) {
    const stack = [first];
    while (stack.length > 0) {
      const next = stack.at(-1) as Challenge;
      const open = next.prerequisites
        .map(({ name }) => byName.get(name))
        .filter((found) => found !== undefined && !visited.has(found) && !ordered.has(found));
      visited.add(next);
      if (open[0]) stack.push(open[0]);
      else {
        ordered.add(next);
        stack.pop();
      }
    }
  }
  return [...ordered];
}

const pointsOf = ({ fields }: Challenge): number => fields.number('value') ?? 0;

/** Returns the tags that most challenges share. */
function commonTags(challenges: readonly Challenge[]): string[] {
  const counts = new Map<string, number>();
  for (const { fields } of challenges) {
    for (const value of fields.oneOrMany('tags')) {
      const tag = tagOf(value)?.toLowerCase().trim() ?? '';
      if (/^[a-z0-9][a-z0-9 .+#/-]{0,29}$/.test(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.slice(0, 12).map(([tag]) => tag);
}

const tagOf = (value: Value): string | undefined => {
  const inner = value.data instanceof Map ? value.data.get('value') : value;
  return inner && textOfValue(inner);
};

async function lessonOf(
  challenge: Challenge,
  folder: string,
  all: readonly Challenge[],
  conversion: Conversion,
): Promise<LessonDraft> {
  const { fields, key, name, slug, category } = challenge;
  const blocks: Blocks = [...(await descriptionOf(challenge)), ...connectionOf(challenge)];
  for (const value of fields.list('files')) blocks.push(...(await fileOf(value, folder, challenge, conversion)));
  blocks.push(...(await hintsOf(challenge)), ...flagOf(challenge), ...closingBlocks(challenge, all));
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
  const service = ['image', 'host', 'containers', 'expose', 'protocol', 'healthcheck'].find((key) => fields.has(key));
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

async function fileOf(value: Value, folder: string, challenge: Challenge, conversion: Conversion): Promise<Blocks> {
  const { report, slug } = challenge;
  // Windows paths use backslashes.
  const given = textOfValue(value)?.trim().replaceAll('\\', '/');
  const fail = (code: string, message: string): Blocks => {
    report(value.line, code, message, 'warning');
    return [];
  };
  if (!given) return fail('value-shape', 'An entry of files must be a path in the folder of the challenge.');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given))
    return fail(
      'file-remote',
      `Remote files are not fetched: put "${given.slice(0, 80)}" into the folder of the challenge.`,
    );
  const source = [posix.join(posix.dirname(challenge.file), given), posix.join(conversion.top, given), given].find(
    (path) => conversion.input.has(path),
  );
  const file = source === undefined ? undefined : conversion.input.get(source);
  if (source === undefined || !file)
    return fail('file-missing', `The bundle has no file "${given.slice(0, 80)}"; add it.`);
  if (file.size === 0) return fail('file-empty', `"${given.slice(0, 80)}" is empty.`);
  if (file.size > sizeLimits.files)
    return fail(
      'file-large',
      `"${given.slice(0, 80)}" is larger than ${sizeLimits.files / 1_000_000} MB, the maximum for a download.`,
    );
  const bytes = await file.bytes();
  const name = posix
    .basename(source)
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(-40);
  const served = await toDownload(`${slugOf(slug, 50)}-${shortHash(source)}-${name}`, posix.basename(source), bytes);
  if (!served) return fail('file-large', `"${given.slice(0, 80)}" is too large for a download, even as a zip.`);
  conversion.output.set(`${folder}/files/${served.name}`, bytesFile(served.bytes));
  conversion.markUsed(source);
  return [
    {
      type: 'leafDirective',
      name: 'file',
      attributes: { id: `file-${shortHash(given)}`, src: `files/${served.name}` },
      children: [{ type: 'text', value: oneLine(posix.basename(source), 80) || 'File' }],
    },
  ];
}

/** Packs a file of a type that is not served directly into a zip, under its original name. */
async function toDownload(
  name: string,
  original: string,
  bytes: Uint8Array,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const type = findType('files', name);
  if (type && (!type.hasSignature || type.hasSignature(Buffer.from(bytes.subarray(0, 64))))) return { name, bytes };
  const packed = await zipBytes(new Map([[original, bytesFile(bytes)]]));
  return packed.length > sizeLimits.files ? undefined : { name: `${name}.zip`, bytes: packed };
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

/** Uses the first flag that is plain text: a challenge gives its points once. */
function flagOf(challenge: Challenge): Blocks {
  const { fields, report, name } = challenge;
  const answers = fields.list('flags').flatMap((value) => answerOf(value, report) ?? []);
  const [first, ...others] = answers;
  for (const other of others)
    report(
      other.line,
      'flag-other',
      'A challenge has one flag here; the first was used. Make a second lesson for this one.',
      'warning',
    );
  if (!first) {
    report(
      fields.lineOf('flags'),
      'flag-missing',
      'This challenge has no static flag: add one under flags.',
      'warning',
    );
    return [];
  }
  return [
    {
      type: 'containerDirective',
      name: 'flag',
      attributes: { id: 'flag', points: String(flagPoints(challenge)), answer: first.text },
      children: [
        { type: 'paragraph', data: { directiveLabel: true }, children: [{ type: 'text', value: name }] },
        paragraph('Submit the flag that you have found.'),
      ],
    },
  ];
}

function answerOf(value: Value, report: Report): { text: string; line: number } | undefined {
  const inner = value.data instanceof Map ? new Fields(value.data, value.line, flagFields, report) : undefined;
  const text = (inner ? inner.text('content') : textOfValue(value))?.trim();
  const type = inner?.text('type')?.trim().toLowerCase() ?? 'static';
  const fail = (code: string, message: string): undefined => {
    report(value.line, code, message, 'warning');
  };
  if (!text || text.length > 500 || /\p{Cc}/u.test(text))
    return fail('flag-shape', 'A flag must be one line of text, or have type, content and data.');
  if (/\{\{|\{%|\$\{/.test(text))
    return fail('flag-template', 'This flag is a template: write the flag itself here or in the lesson.');
  if (type === 'regex')
    return fail('flag-regex', 'Flags are compared as text, not as patterns: write the flag itself, with type static.');
  if (type !== 'static')
    return fail(
      'flag-type',
      `The flag type "${type.slice(0, 40)}" is not supported${didYouMean(type, ['static']) || '; write a static one.'}`,
    );
  if (inner?.text('data')?.trim().toLowerCase() === 'case_insensitive')
    report(
      inner.lineOf('data'),
      'flag-case',
      'Flags are case-sensitive here; say in the description how the flag is written.',
      'warning',
    );
  return { text, line: value.line };
}

function flagPoints({ fields, report }: Challenge): number {
  const given = fields.number('value') ?? fields.dictionary('extra', extraFields)?.number('initial');
  const line = fields.lineOf('value');
  const type = fields.text('type')?.trim().toLowerCase() ?? 'standard';
  if (type === 'dynamic')
    report(fields.lineOf('type'), 'points-dynamic', 'Points are fixed here; choose the points of the flag.', 'warning');
  else if (type !== 'standard')
    report(
      fields.lineOf('type'),
      'challenge-type',
      `The challenge type "${type.slice(0, 40)}" is not supported; only its text and flag were read.`,
      'warning',
    );
  if (given === undefined) report(line, 'value-missing', 'value is missing; the flag gives 10 points.', 'warning');
  const points = Math.min(1000, Math.max(1, Math.round(given ?? 10)));
  if (given !== undefined && points !== given)
    report(
      line,
      'value-invalid',
      `A flag gives a whole number of points from 1 to 1000; this one gives ${points}.`,
      'warning',
    );
  return points;
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
    const names = all.map((one) => one.name);
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
