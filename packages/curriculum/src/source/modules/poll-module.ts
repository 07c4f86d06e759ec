import { createHash } from 'node:crypto';
import { readAttributes, splitLabel } from '../../markdown/directive.ts';
import { lineOf, textOf } from '../../markdown/syntax-tree.ts';
import { readModuleId } from './module-head.ts';
import type { ContainerReader, ModuleFields } from './module-reader.ts';

/** The number of the question comes from the database. */
export type PollData = Omit<ModuleFields<'poll'>, 'question_pk'>;

/** `:::poll[Question?]{#id kind=single}` with a list of options. */
export const pollModule: ContainerReader<PollData> = {
  form: 'container',
  read(node, { report, document }) {
    const line = lineOf(node);
    const { id: given, kind } = readAttributes(node, ['id', 'kind'], report);
    const { label, body } = splitLabel(node);
    const id = readModuleId('poll', given, line, report);
    const question = plain(textOf({ type: 'label', children: label ?? [] }));
    if (!question) report(line, 'poll-question', 'A poll needs its question in brackets: :::poll[Which do you use?].');
    if (kind !== 'single' && kind !== 'multiple')
      report(line, 'poll-kind', 'A poll needs kind=single or kind=multiple.');
    const list = body[0];
    if (list?.type !== 'list' || list.children.length < 2 || list.children.length > 20) {
      report(list ? lineOf(list) : line, 'poll-list', 'A poll must begin with a list of 2 to 20 options: - The first.');
      return undefined;
    }
    const options = list.children.map((item) => ({ ...optionOf(textOf(item)), line: lineOf(item) }));
    options.forEach(({ id, text, line }, i) => {
      if (!text) report(line, 'poll-option', 'An option needs a text.');
      else if (options.findIndex((other) => other.id === id) < i)
        report(line, 'poll-option', 'This option is a duplicate.');
    });
    if (list.children.some((item) => typeof item.checked === 'boolean'))
      report(lineOf(list), 'poll-option', 'A poll has no right answers: remove [ ] and [x] from its options.');
    if (!id || !question) return undefined;
    return {
      id,
      data: {
        question,
        multiple: kind === 'multiple',
        options: options.map(({ id, text }) => ({ id, text })),
        html: body.length > 1 ? document.block(body.slice(1), id).html : '',
      },
    };
  },
};

/** The id of an option is made from its text, so that options can be reordered. A changed text is a new option. */
function optionOf(source: string): { id: string; text: string } {
  const text = plain(source);
  return { id: createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 12), text };
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
