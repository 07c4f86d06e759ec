import { drills, roundOf } from '@hexpedition/drills';
import { didYouMean } from '../../diagnostics.ts';
import { readAttributes, splitLabel } from '../../markdown/directive.ts';
import { lineOf, textOf } from '../../markdown/syntax-tree.ts';
import { readModuleId, readPoints } from './module-head.ts';
import type { ContainerReader, ModuleFields } from './module-reader.ts';

/** Only the server needs the name of the generator. */
type DrillData = ModuleFields<'drill'> & { make: string };

/** `:::drill[Title]{#id points=3 make=xor-bytes}` with instructions. */
export const drillModule: ContainerReader<DrillData> = {
  form: 'container',
  noticed: ['make'],
  read(node, { report, document }) {
    const line = lineOf(node);
    const { id: given, points: pointsText = '', make = '' } = readAttributes(node, ['id', 'points', 'make'], report);
    const { label, body } = splitLabel(node);
    const title = textOf({ type: 'label', children: label ?? [] }).trim();
    const id = readModuleId('drill', given, line, report);
    const points = readPoints('drill', pointsText, line, report);
    const drill = drills.get(make);
    if (!title) report(line, 'drill-title', 'A drill needs a title: :::drill[Two rows of bytes].');
    if (!drill) {
      const others = didYouMean(make, [...drills.keys()]);
      report(line, 'drill-make', `A drill needs make=… with a known generator; there is no "${make}"${others || '.'}`);
    }
    if (!id || !title || !drill || points === undefined) return undefined;
    const { html } = document.block(body, id);
    return {
      id,
      data: { title, html, points, form: drill.form, sample: roundOf(drill, Buffer.from(`sample ${id}`)).given, make },
      flag: { name: title, points, answer: null },
    };
  },
};
