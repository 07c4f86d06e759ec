import { posix } from 'node:path';
import type { Report } from '../diagnostics.ts';
import type { Conversion } from './conversion.ts';
import { oneLine } from './foreign-markdown.ts';
import { slugOf } from './slugs-and-ids.ts';
import { type FieldNames, type Fields, readSourceYaml, textOfValue } from './source-yaml.ts';
import { lessonSlugs } from './write-training.ts';

/**
 * The fields of a challenge and other common spellings. ctfcli: https://docs.ctfd.io/docs/deployment/ctfcli; rCDS
 * (`flag`, `provide`, `visible`, …): https://github.com/redpwn/rcds/blob/master/docs/challenge.rst.
 */
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
  flags: ['answers', 'answer'],
  flag: [],
  files: ['file', 'attachments', 'downloads'],
  provide: [],
  hints: ['hint'],
  tags: ['tag'],
  topics: ['topic'],
  requirements: ['requires', 'prerequisites', 'requirement'],
  next: [],
  connection_info: ['connection', 'nc'],
  state: ['visibility'],
  visible: [],
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
  id: [],
  hosting: [],
};

const extraFields: FieldNames = { initial: ['value', 'max'], decay: [], minimum: ['min'], function: [] };
const requirementFields: FieldNames = { prerequisites: ['challenges'], anonymize: [] };

/** A challenge with the fields that the other challenges of the event need. */
export interface Challenge {
  file: string;
  report: Report;
  fields: Fields;
  /** Made from its folder, so that a new name or category does not lose progress. */
  key: string;
  name: string;
  category: string;
  hidden: boolean;
  /** Undefined if the challenge does not say. */
  points: number | undefined;
  prerequisites: { name: string; line: number }[];
  slug: string;
}

/** Reads every challenge of a bundle. */
export async function readChallenges(conversion: Conversion): Promise<Challenge[]> {
  const challenges: Challenge[] = [];
  const keys = new Set<string>();
  const slugs = lessonSlugs();
  const event = slugOf(conversion.options.name);
  for (const { file, source } of await findChallengeFiles(conversion)) {
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
      challenges.push({
        file,
        report,
        fields,
        key,
        name,
        category: categoryOf(fields, folder.slice(conversion.top.length), report),
        hidden: isHidden(fields, report),
        points: pointsOf(fields),
        prerequisites: prerequisitesOf(fields, report),
        slug: slugs.assign(`${event}-${slugOf(name)}`, key, 65),
      });
    }
  }
  return challenges;
}

/** Finds the files that describe challenges, and reports those of another format. */
async function findChallengeFiles(conversion: Conversion): Promise<{ file: string; source: string }[]> {
  const files = [...conversion.input.keys()];
  const described = new Set(files.filter((file) => isNamed(file, 'ctfcli')).map((file) => posix.dirname(file)));
  const found: { file: string; source: string }[] = [];
  const kctf: string[] = [];
  for (const file of files) {
    if (!isNamed(file, 'ctfcli') && !isNamed(file, 'challenge')) continue;
    if (isNamed(file, 'challenge') && foldersOf(file).some((folder) => described.has(folder))) {
      const message = 'The challenge is in ctfcli.yaml, so this file, which configures its service, is left out.';
      conversion.report(file)(1, 'format-other', message, 'warning');
      continue;
    }
    const source = await conversion.text(file);
    if (source === undefined) continue;
    if (/^apiVersion:\s*["']?kctf\.dev\//m.test(source)) kctf.push(file);
    else found.push({ file, source });
  }
  const message =
    kctf.length === 1
      ? 'This file configures a machine for kCTF, which is another format, so it is left out.'
      : `${kctf.length} files, the first of which is this one, configure machines for kCTF, which is another format, so they are left out.`;
  conversion.leaveOut(kctf, 'format-other', message);
  return found;
}

const isNamed = (file: string, stem: 'challenge' | 'ctfcli'): boolean =>
  new RegExp(`^${stem}\\.ya?ml$`, 'i').test(posix.basename(file));

/** Returns the folder of a file and those above it. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return ['.', ...parts.map((_, i) => parts.slice(0, i + 1).join('/'))];
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
  if (folderName && ['description', 'flags', 'flag'].some((key) => fields.has(key))) {
    report(line, 'value-missing', `name is missing; the folder's name "${folderName}" was used.`, 'warning');
    return folderName;
  }
  report(line, 'value-missing', 'name is missing: a challenge needs a name, a description and flags.', 'warning');
  return undefined;
}

/**
 * Returns the category. Without one the folder above the challenge's folder counts, as in rCDS.
 * @param folder the challenge's folder inside the bundle
 */
function categoryOf(fields: Fields, folder: string, report: Report): string {
  const category = oneLine(fields.text('category') ?? '', 80) || oneLine(posix.basename(posix.dirname(folder)), 80);
  if (category && category !== '.') return category;
  report(fields.lineOf('category'), 'value-missing', 'category is missing; "Miscellaneous" was used.', 'warning');
  return 'Miscellaneous';
}

/** CTFd ignores the value of a dynamic challenge: it begins with `initial`. */
function pointsOf(fields: Fields): number | undefined {
  const value = fields.number('value');
  const type = challengeType(fields);
  // A type of a plugin has fields of its own in "extra".
  const isKnown = type === 'dynamic' || type === 'standard';
  const extra = isKnown ? fields.dictionary('extra', extraFields) : undefined;
  const initial = extra?.number('initial') ?? fields.number('initial');
  return type === 'dynamic' || !value ? (initial ?? value) : value;
}

export const challengeType = (fields: Fields): string => fields.text('type')?.trim().toLowerCase() ?? 'standard';

function isHidden(fields: Fields, report: Report): boolean {
  const state = fields.text('state')?.trim().toLowerCase() ?? 'visible';
  const warn = (code: string, message: string): void => report(fields.lineOf('state'), code, message, 'warning');
  if (state === 'hidden')
    warn('state-hidden', 'Learners do not see this challenge yet. Write "state: visible" and import it again.');
  else if (state !== 'visible') warn('value-invalid', 'state must be visible or hidden; it was read as hidden.');
  // rCDS
  const isInvisible = fields.text('visible')?.trim().toLowerCase() === 'false';
  if (isInvisible)
    report(
      fields.lineOf('visible'),
      'state-hidden',
      'Learners do not see this challenge yet. Remove "visible: false" and import it again.',
      'warning',
    );
  return state !== 'visible' || isInvisible;
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
