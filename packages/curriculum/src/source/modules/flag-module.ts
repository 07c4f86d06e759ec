import { maxFlagLength } from '@hexpedition/contract/flag-limits';
import { readAttributes, splitLabel } from '../../markdown/directive.ts';
import { lineOf, textOf } from '../../markdown/syntax-tree.ts';
import { readModuleId, readPoints } from './module-head.ts';
import type { ContainerReader, ModuleFields } from './module-reader.ts';

/** `:::flag[Title]{#id points=10 answer="flag{…}"}` with instructions. */
export const flagModule: ContainerReader<ModuleFields<'flag'>> = {
  form: 'container',
  read(node, { document, report }) {
    const line = lineOf(node);
    const given = readAttributes(node, ['id', 'points', 'answer'], report);
    const { label, body } = splitLabel(node);
    const title = textOf({ type: 'label', children: label ?? [] }).trim();
    const answer = given.answer?.trim();
    const id = readModuleId('flag', given.id, line, report);
    const points = readPoints('flag', given.points ?? '', line, report);
    if (!title) report(line, 'flag-title', 'A flag needs a title: :::flag[Decode the signal].');
    if (!answer) report(line, 'flag-answer', 'A flag needs answer="flag{…}".');
    else if (answer.length > maxFlagLength)
      report(
        line,
        'flag-length',
        `A flag may have at most ${maxFlagLength} characters; this one has ${answer.length}.`,
      );
    if (!id || !title || !answer || points === undefined) return undefined;
    const { html } = document.block(body, id);
    return { id, data: { title, html, points }, flag: { name: title, points, answer } };
  },
};
