import { altToWrite, type BlockKind } from './blocks.ts';

export interface Template {
  markdown: string;
  /** What is selected afterwards, to be written over. */
  select: string;
}

/**
 * A block to begin with.
 * @param source what it shows: a file of the training, a lab's slug, or the name of a drill
 * @param captions those that a film has
 */
export function templateOf(kind: BlockKind, body: string, source = '', captions: readonly string[] = []): Template {
  const id = freshId(kind, body);
  switch (kind) {
    case 'text':
      return { markdown: '## A heading\n\nWhat is there to know.', select: 'A heading' };
    case 'quiz':
      return {
        markdown: `:::quiz[What do you ask?]{#${id} kind=single}\n- [ ] A wrong answer\n- [x] The right answer\n\nWhy it is right.\n:::`,
        select: 'What do you ask?',
      };
    case 'flag':
      return {
        markdown: `:::flag[Find the flag]{#${id} points=10 answer="flag{change_me}"}\nWhat to do to find it.\n:::`,
        select: 'Find the flag',
      };
    case 'drill':
      return {
        markdown: `:::drill[What to call it]{#${id} points=3 make=${source}}\nWhat to do with it.\n:::`,
        select: 'What to call it',
      };
    case 'poll':
      return {
        markdown: `:::poll[What do you ask?]{#${id} kind=single}\n- One thing\n- Another thing\n:::`,
        select: 'What do you ask?',
      };
    case 'lab':
      return { markdown: `## The lab\n\n::lab{slug=${source}}`, select: 'The lab' };
    case 'figure':
      return {
        markdown: `::figure[The caption]{src="${source}" alt="${altToWrite}"}`,
        select: altToWrite,
      };
    case 'file':
      return { markdown: `::file[What it is]{#${id} src="${source}"}`, select: 'What it is' };
    case 'demo':
      return { markdown: `::demo[What it shows]{#${id} src="${source}" height=320}`, select: 'What it shows' };
    case 'video': {
      const spoken = captions.join(' ') || `${source.replace(/\.\w+$/, '')}.en.vtt`;
      return {
        markdown: `::video[What it shows]{#${id} src="${source}" captions="${spoken}"}`,
        select: 'What it shows',
      };
    }
    case 'youtube':
      return { markdown: `::youtube[What it shows]{#${id} video=aBcDeFgHiJ_}`, select: 'aBcDeFgHiJ_' };
  }
}

/** An id that the lesson does not have yet; `quiz-1` would be one of the import's own. */
function freshId(kind: string, body: string): string {
  for (let i = 1; ; i++) {
    const id = `my-${kind}-${i}`;
    if (!body.includes(`#${id}`)) return id;
  }
}

/** A copy of a block: two of them cannot have one id. */
export const withOwnId = (block: string, body: string): string =>
  block.replace(/(?<=\]\{[^}]*?#)[\w-]+/, (id) => {
    for (let i = 2; ; i++) if (!body.includes(`#${id}-${i}`)) return `${id}-${i}`;
  });
