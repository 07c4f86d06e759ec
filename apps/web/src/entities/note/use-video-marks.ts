import type { NoteMark } from '@hexpedition/contract';
import { sortMarks, withoutMark } from './store/merge-notes.ts';
import { useNotes } from './store/use-notes.ts';

const maxMarks = 200;
export const maxMarkLength = 500;

/**
 * Returns the user's marks (bookmarks) in one video of a lesson, for its player. They are saved with the notes. `ready`
 * is false for visitors and until the notes have loaded: no marks can be added then.
 */
export function useVideoMarks(lesson: string, module: string) {
  const notes = useNotes(lesson);
  const all = notes.state.content.marks;
  const marks = all.filter((mark) => mark.module === module);
  const ready = notes.state.notes !== undefined;
  return {
    ready,
    marks,
    /** @param at seconds */
    add(at: number, text: string): void {
      if (!ready || all.length >= maxMarks) return;
      const mark: NoteMark = {
        module,
        at: Math.max(0, Math.round(at * 10) / 10),
        text: text.trim().slice(0, maxMarkLength),
      };
      notes.store.edit({ marks: sortMarks([...all, mark]) });
    },
    /** @param index in `marks` */
    remove(index: number): void {
      const gone = marks[index];
      if (gone) notes.store.edit({ marks: withoutMark(all, gone) });
    },
  };
}
