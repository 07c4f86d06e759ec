import type { NoteItem } from '@hexpedition/contract';

/** Pages of notes, in course order. */
type Pages = AsyncIterable<NoteItem[]>;

/**
 * Writes notes as a Markdown document, in parts. The learner's text is quoted line by line: any Markdown in it, such
 * as a heading or an unclosed fence, ends with the quote, so nothing needs escaping.
 */
export async function* writeMarkdown(username: string, now: Date, pages: Pages): AsyncGenerator<string> {
  yield `# Notes of ${plain(username)}\n\nFrom Hexpedition, ${dayOf(now.toISOString())}.\n`;
  let training: string | undefined;
  for await (const notes of pages) {
    for (const note of notes) {
      const { training: current, name } = note.subchapter;
      if (current.slug !== training) yield `\n## ${plain(current.name)}\n`;
      training = current.slug;
      yield `\n### ${plain(name)}\n\n${factsOf(note)}\n${bodyOf(note)}`;
    }
  }
  if (training === undefined) yield '\nThere are no notes yet.\n';
}

function factsOf({ updated_at, old, published }: NoteItem): string {
  const facts = [`Written on ${dayOf(updated_at)}.`];
  if (old === 'gone') facts.push('The lesson no longer exists.');
  if (old === 'rewritten') facts.push('The lesson has been rewritten since.');
  if (published) facts.push('Published.');
  return `*${facts.join(' ')}*`;
}

function bodyOf({ what_i_learned, did_not_understand, marks }: NoteItem): string {
  const parts: string[] = [];
  if (what_i_learned) parts.push(`\n**What I learned**\n\n${quote(what_i_learned)}\n`);
  if (did_not_understand) parts.push(`\n**What I did not understand**\n\n${quote(did_not_understand)}\n`);
  if (marks.length > 0) {
    const lines = marks.map(({ at, module, text }) => `- ${formatTime(at)} in ${plain(module)}: ${plain(text)}`);
    parts.push(`\n**Times in videos**\n\n${lines.join('\n')}\n`);
  }
  return parts.join('');
}

const quote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n');

/** Escapes a text for one line of Markdown. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#~|&]/g, '\\$&');

const dayOf = (time: string) => time.slice(0, 10);

/** `4:05`, `1:02:03`. */
function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
