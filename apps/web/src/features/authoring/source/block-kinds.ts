import type { ModuleKind } from '@hexpedition/contract';
import { type BlockKindEntry, moduleKinds } from '#entities/lesson/module-kinds.tsx';

/** A figure is a block of its own in the source, but belongs to the text module around it. */
export type BlockKind = ModuleKind | 'figure';

/** Placeholder for the alt text of a new figure. It does not count as alt text. */
export const altPlaceholder = 'Describe the picture';

const figure: BlockKindEntry = {
  label: 'Figure',
  icon: 'map',
  template: ({ source }) => ({
    markdown: `::figure[The caption]{src="${source}" alt="${altPlaceholder}"}`,
    select: altPlaceholder,
  }),
};

/** Kinds of blocks in a lesson's source. */
export const blockKinds: Readonly<Record<BlockKind, BlockKindEntry>> = { ...moduleKinds, figure };

/** In the order of the insert dialog: the figure follows the file, as another block that shows one. */
export const blockKindNames = (Object.keys(moduleKinds) as ModuleKind[]).flatMap((kind): BlockKind[] =>
  kind === 'file' ? [kind, 'figure'] : [kind],
);

export type Template = ReturnType<BlockKindEntry['template']>;

/**
 * Returns the initial Markdown of a block.
 * @param source path of a file, slug of a lab, or name of a drill
 * @param captions paths of a video's captions
 */
export const templateOf = (kind: BlockKind, body: string, source = '', captions: readonly string[] = []): Template =>
  blockKinds[kind].template({ id: unusedId(kind, body), source, captions });

/** Returns an id that the lesson does not use yet. The import generates ids like `quiz-1`, so this adds `my-`. */
function unusedId(kind: string, body: string): string {
  for (let i = 1; ; i++) {
    const id = `my-${kind}-${i}`;
    if (!body.includes(`#${id}`)) return id;
  }
}

/** Returns a copy of a block with a unique id. */
export const withUniqueId = (block: string, body: string): string =>
  block.replace(/(?<=\]\{[^}]*?#)[\w-]+/, (id) => {
    for (let i = 2; ; i++) if (!body.includes(`#${id}-${i}`)) return `${id}-${i}`;
  });
