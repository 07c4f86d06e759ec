import { altPlaceholder, type BlockKind } from './lesson-blocks.ts';

export interface Template {
  markdown: string;
  /** Part to select after the insertion, so that the author can type over it. */
  select: string;
}

/**
 * Returns the initial Markdown of a block.
 * @param source path of a file, slug of a lab, or name of a drill
 * @param captions paths of a video's captions
 */
export function templateOf(kind: BlockKind, body: string, source = '', captions: readonly string[] = []): Template {
  const id = unusedId(kind, body);
  switch (kind) {
    case 'text':
      return { markdown: '## A heading\n\nWrite your text here.', select: 'A heading' };
    case 'quiz':
      return {
        markdown: `:::quiz[Your question?]{#${id} kind=single}\n- [ ] A wrong answer\n- [x] The right answer\n\nWhy it is right.\n:::`,
        select: 'Your question?',
      };
    case 'flag':
      return {
        markdown: `:::flag[Find the flag]{#${id} points=10 answer="flag{change_me}"}\nHow to find the flag.\n:::`,
        select: 'Find the flag',
      };
    case 'drill':
      return {
        markdown: `:::drill[Title of the drill]{#${id} points=3 make=${source}}\nInstructions for the drill.\n:::`,
        select: 'Title of the drill',
      };
    case 'poll':
      return {
        markdown: `:::poll[Your question?]{#${id} kind=single}\n- First choice\n- Second choice\n:::`,
        select: 'Your question?',
      };
    case 'lab':
      return { markdown: `## The lab\n\n::lab{slug=${source}}`, select: 'The lab' };
    case 'figure':
      return {
        markdown: `::figure[The caption]{src="${source}" alt="${altPlaceholder}"}`,
        select: altPlaceholder,
      };
    case 'file':
      return { markdown: `::file[Title of the download]{#${id} src="${source}"}`, select: 'Title of the download' };
    case 'demo':
      return { markdown: `::demo[Title of the demo]{#${id} src="${source}" height=320}`, select: 'Title of the demo' };
    case 'video': {
      const captionPaths = captions.join(' ') || `${source.replace(/\.\w+$/, '')}.en.vtt`;
      return {
        markdown: `::video[Title of the video]{#${id} src="${source}" captions="${captionPaths}"}`,
        select: 'Title of the video',
      };
    }
    case 'youtube':
      return { markdown: `::youtube[Title of the video]{#${id} video=aBcDeFgHiJ_}`, select: 'aBcDeFgHiJ_' };
  }
}

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
