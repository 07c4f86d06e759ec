// `node scripts/plain-language.mjs [path …]`: checks comments, docstrings, test titles, messages and docs for sentences
// that are not plain technical English. `npm run check` runs it without arguments: each part of the project may have at most one
// flagged sentence per hundred. With paths it lists every flagged sentence below them.
//
// The check is a heuristic. It looks for sentence shapes that technical English avoids, such as clauses as subjects,
// inverted openings, and people without a name or a role.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/setup.mjs';

const parts = ['apps/server', 'apps/web', 'packages', 'labs', 'e2e', 'bench', 'scripts', 'docs'];
const maxFlaggedPerHundred = 1;

const shapes = [
  ['clause as subject', /^(what|whoever|whichever|those (that|who|which)|who|that which)\b[^?]*[^?]$/i],
  [
    'inverted opening',
    /^(of (a|an|the|what|those|each|all|this|these|money)|where (there|it|a|an|the|nobody|somebody|one|two|they|no|this|that|we|nothing|something)|not before|only what|so many|so much|such as|in which|on which|without which)\b/i,
  ],
  ['unnamed person', /\b(somebody|nobody|whoever|someone's own|anybody|everybody)\b/i],
  [
    'things that stand, lie, go or tell',
    /\b(stands? (for|in|on|at|above|below|beside|there|here|once|alone|still|as|by|under|apart|with|before|behind)|stood|lies? (in|on|at|below|above|beside|there|here)|lain|heeds?|makes? way|gets? on\b|comes? off|goes (away|along|the way|with|on|out|there|in|by|to)|is (told|said|asked|known) (of|to|apart|by|here|there|about|what|who|whether)|are told|told (apart|of)|hears? of|tells? (of|apart|whether|what|who)|say so|says so)\b/i,
  ],
  [
    'old-fashioned word',
    /\b(anew|afresh|likewise|thereby|thereof|therein|whereupon|hitherto|thence|whence|in turn|so that nobody|at most once more|no more than|not until|ere|lest|yonder|betimes|befall\w*|amiss|astray)\b/i,
  ],
  [
    'riddle',
    /\b(what (is|was|are|were) (of|to|not|no|left|there|here|among|behind|over|kept|asked|said|told|done|shown)|that of (a|an|the|its|what)|of (its|one's|their|our) own (accord|kind|sort)|is none of|as (much|many) as there|as (it|they) (is|are) (said|told|known|kept)|(is|are) no (more|longer) what|has none|have none|is nothing)\b/i,
  ],
];

/** @returns the names of the shapes that a sentence has */
const shapesOf = (sentence) => shapes.filter(([, pattern]) => pattern.test(sentence)).map(([name]) => name);

/** @returns the sentences of a text that have at least three words */
const splitSentences = (text) =>
  text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.;:!?])\s+(?=[A-Z`"'(])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(' ').length >= 3);

/** @returns {{ line: number, text: string }[]} the sentences of a Markdown file, without code blocks */
function markdownSentences(source) {
  const found = [];
  let paragraph = [];
  let start = 0;
  let isCode = false;
  const flush = () => {
    const text = paragraph.join(' ').replace(/[*_`|#>[\]]/g, '');
    found.push(...splitSentences(text).map((sentence) => ({ line: start, text: sentence })));
    paragraph = [];
  };
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*(```|:::)/.test(line)) {
      if (/^\s*```/.test(line)) isCode = !isCode;
      flush();
      continue;
    }
    if (isCode) continue;
    if (!line.trim() || /^\s*([-*|#]|\d+\.)/.test(line)) flush();
    if (!line.trim()) continue;
    if (paragraph.length === 0) start = index + 1;
    paragraph.push(line);
  }
  flush();
  return found;
}

/** @returns {{ line: number, text: string }[]} the comments, messages and test titles of a source file */
function codeSentences(file, source) {
  const isTest = /\.(test|walk|failure)\.tsx?$/.test(file);
  const found = [];
  const add = (line, text) => found.push({ line, text });
  let comment;
  let isBlock = false;
  const endComment = () => {
    if (comment) for (const sentence of splitSentences(comment.text)) add(comment.line, sentence);
    comment = undefined;
  };
  source.split('\n').forEach((line, index) => {
    const number = index + 1;
    if (!isBlock && /^\s*(\{?\s*)?\/\*/.test(line)) {
      endComment();
      isBlock = true;
      comment = { line: number, text: '' };
    }
    if (isBlock) {
      const text = line.replace(/^\s*\{?\s*\/?\*+\/?\s?/, '').replace(/\*\/.*$/, '');
      comment.text += ` ${text.replace(/@\w+( \{[^}]*\})?/g, '.')}`;
      if (/\*\//.test(line)) {
        isBlock = false;
        endComment();
      }
      return;
    }
    const lineComment = /^\s*\/\/\s?(.*)$/.exec(line);
    if (lineComment) {
      comment ??= { line: number, text: '' };
      comment.text += ` ${lineComment[1]}`;
      return;
    }
    endComment();
    const trailing = /[;,{)]\s+\/\/\s+(.*)$/.exec(line);
    if (trailing && !/https?:/.test(line)) for (const text of splitSentences(trailing[1])) add(number, text);
    for (const text of isTest ? titlesOf(line) : messagesOf(file, line)) add(number, text);
  });
  endComment();
  return found;
}

function titlesOf(line) {
  const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])(.+?)\1/.exec(line)?.[2];
  return title && title.split(' ').length >= 3 ? [title] : [];
}

/** @returns string literals and JSX texts that begin with a capital letter and have at least three words */
function messagesOf(file, line) {
  const found = [...line.matchAll(/(['"`])([A-Z][^'"`$]{11,}?)\1/g)]
    .map((match) => match[2])
    .filter((text) => !/[{};=<>]|--|__/.test(text));
  if (file.endsWith('.tsx')) {
    const jsx = /^\s*([A-Z][^<>{}=;]{11,})(?:<|\{|$)/.exec(line) ?? />([A-Z][^<>{}=;]{11,})</.exec(line);
    if (jsx && !/[()]\s*$|=>|,$/.test(jsx[1])) found.push(jsx[1]);
  }
  return found.filter((text) => text.split(' ').length >= 3);
}

/** Lessons, briefings and write-ups have an author's voice; the changelog quotes the past. */
const isChecked = (file) =>
  /\.(tsx?|mts|mjs|md)$/.test(file) &&
  !/(routeTree\.gen|\.d\.ts$|CHANGELOG|LICENSE)/.test(file) &&
  !/^(curriculum|labs\/[^/]+\/(?:briefing|writeup|hints?))/.test(file);

/** @returns the number of sentences below the paths, and those with a flagged shape, the worst first */
function check(paths, allowed) {
  const files = execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  let total = 0;
  const flagged = [];
  // Git still lists a file that is deleted but not committed.
  for (const file of files.split('\n').filter((path) => isChecked(path) && existsSync(join(root, path)))) {
    const source = readFileSync(join(root, file), 'utf8');
    const sentences = file.endsWith('.md') ? markdownSentences(source) : codeSentences(file, source);
    total += sentences.length;
    for (const { line, text } of sentences) {
      const found = allowed.has(text) ? [] : shapesOf(text);
      if (found.length > 0) flagged.push({ file, line, text, found });
    }
  }
  flagged.sort((a, b) => b.found.length - a.found.length || b.text.length - a.text.length);
  return { total, flagged, perHundred: total === 0 ? 0 : (100 * flagged.length) / total };
}

const print = ({ file, line, text, found }) => console.log(`${file}:${line}: ${text}  [${found.join(', ')}]`);

const allowList = JSON.parse(readFileSync(join(root, 'scripts/plain-language.allowed.json'), 'utf8'));
const maxAllowed = 50;
if (allowList.length > maxAllowed) {
  console.error(
    `scripts/plain-language.allowed.json has ${allowList.length} entries. At most ${maxAllowed} are allowed.`,
  );
  process.exit(1);
}
const allowed = new Set(allowList);
const paths = process.argv.slice(2);
if (paths.length > 0) {
  const { total, flagged, perHundred } = check(paths, allowed);
  flagged.forEach(print);
  console.log(`${perHundred.toFixed(1)} flagged per 100 sentences (${flagged.length} of ${total})`);
} else {
  const results = parts.map((part) => ({ part, ...check([part], allowed) }));
  for (const { part, total, flagged, perHundred } of results) {
    if (perHundred <= maxFlaggedPerHundred) continue;
    flagged.slice(0, 20).forEach(print);
    console.error(
      `${part} has ${perHundred.toFixed(1)} sentences per 100 that are not plain English (${flagged.length} of ${total}). ` +
        `At most ${maxFlaggedPerHundred} is allowed: rewrite them as CONTRIBUTING.md describes.`,
    );
    process.exitCode = 1;
  }
}
