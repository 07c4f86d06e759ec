import { readAttributes } from '../../markdown/directive.ts';
import { lineOf } from '../../markdown/syntax-tree.ts';
import type { LeafReader } from './module-reader.ts';

/** `::lab{slug=lost-luggage}`. The name of the lab comes from the database. */
export const labModule: LeafReader<{ lab: string }> = {
  form: 'leaf',
  read(node, { report, labs }) {
    const { slug } = readAttributes(node, ['slug'], report);
    if (!slug) {
      report(lineOf(node), 'lab-slug', 'A lab needs its slug: ::lab{slug=lost-luggage}.');
      return undefined;
    }
    labs.push({ slug, line: lineOf(node) });
    return { id: `lab-${slug}`, data: { lab: slug } };
  },
};
