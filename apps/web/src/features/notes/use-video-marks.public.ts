import type { NoteMark } from '@hexpedition/contract';
import { inOrder, withoutMark } from './keeper/merge.ts';
import { useNotes } from './keeper/use-notes.ts';

const mostMarks = 200;
export const longestMark = 500;

/**
 * The reader's own marks in one video of a lesson, for its player. They are saved with the notes. `ready` is false
 * for visitors and until the notes are there: nothing can be added then.
 */
export function useVideoMarks(lesson: string, module: string) {
  const notes = useNotes(lesson);
  const all = notes.state.written.marks;
  const marks = all.filter((mark) => mark.module === module);
  const ready = notes.state.notes !== undefined;
  return {
    ready,
    marks,
    /** @param at seconds */
    add(at: number, text: string): void {
      if (!ready || all.length >= mostMarks) return;
      const mark: NoteMark = {
        module,
        at: Math.max(0, Math.round(at * 10) / 10),
        text: text.trim().slice(0, longestMark),
      };
      notes.keeper.edit({ marks: inOrder([...all, mark]) });
    },
    /** @param index in `marks` */
    remove(index: number): void {
      const gone = marks[index];
      if (gone) notes.keeper.edit({ marks: withoutMark(all, gone) });
    },
  };
}
