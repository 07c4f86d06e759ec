import { maxFlagLength } from '@hexpedition/contract/flag-limits';
import { didYouMean } from '../diagnostics.ts';
import type { Conversion } from './conversion.ts';
import { type Challenge, challengeType } from './ctfcli-challenge.ts';
import { findBundleFile } from './ctfcli-files.ts';
import type { Blocks } from './foreign-markdown.ts';
import { type FieldNames, Fields, textOfValue, type Value } from './source-yaml.ts';
import { paragraph } from './write-training.ts';

/** `file` and `regex` are fields of rCDS. */
const flagFields: FieldNames = {
  type: [],
  content: ['flag', 'value', 'answer'],
  data: ['case'],
  file: [],
  regex: [],
};

/** Uses the first flag that is plain text: a challenge gives its points once. */
export async function flagOf(challenge: Challenge, conversion: Conversion): Promise<Blocks> {
  const { fields, report, name } = challenge;
  const answers: Answer[] = [];
  for (const value of [...fields.list('flags'), ...fields.oneOrMany('flag')]) {
    const answer = await findAnswer(value, challenge, conversion);
    if (answer) answers.push(answer);
  }
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
      fields.lineOf(fields.has('flag') ? 'flag' : 'flags'),
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

interface Answer {
  text: string;
  line: number;
}

async function findAnswer(value: Value, challenge: Challenge, conversion: Conversion): Promise<Answer | undefined> {
  const { report } = challenge;
  const inner = value.data instanceof Map ? new Fields(value.data, value.line, flagFields, report) : undefined;
  const file = inner?.text('file')?.trim();
  const text = (
    file ? await readFlagFile(file, challenge, conversion) : (inner?.text('content') ?? textOfValue(value))
  )?.trim();
  const type = inner?.has('regex') ? 'regex' : (inner?.text('type')?.trim().toLowerCase() ?? 'static');
  const fail = (code: string, message: string): undefined => {
    report(value.line, code, message, 'warning');
  };
  if (file && text === undefined)
    return fail(
      'file-missing',
      `The bundle has no file "${file.slice(0, 80)}"; add it, or write the flag itself here.`,
    );
  if (type === 'regex')
    return fail('flag-regex', 'Flags are compared as text, not as patterns: write the flag itself, with type static.');
  if (!text || /\p{Cc}/u.test(text))
    return fail('flag-shape', 'A flag must be one line of text, or have type, content and data.');
  if (text.length > maxFlagLength)
    return fail('flag-length', `A flag may have at most ${maxFlagLength} characters; this one has ${text.length}.`);
  if (/\{\{|\{%|\$\{/.test(text))
    return fail('flag-template', 'This flag is a template: write the flag itself here or in the lesson.');
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

/** Reads a flag from a file next to its challenge. Learners do not get the file. */
async function readFlagFile(given: string, { file }: Challenge, conversion: Conversion): Promise<string | undefined> {
  const path = findBundleFile(given, file, conversion);
  const text = path === undefined ? undefined : await conversion.text(path);
  if (path !== undefined && text !== undefined) conversion.markUsed(path);
  return text;
}

function flagPoints({ fields, report, points: given }: Challenge): number {
  const line = fields.lineOf('value');
  const type = challengeType(fields);
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
