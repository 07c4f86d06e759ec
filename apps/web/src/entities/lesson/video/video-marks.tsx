import type { NoteMark } from '@hexpedition/contract';
import { type FormEvent, useState } from 'react';
import { clockText } from '#lib/clock-text.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { sortMarks, withoutMark } from '../../note/store/merge-notes.ts';
import { useNotes } from '../../note/store/use-notes.ts';
import { playerIcons } from './player-icons.ts';
import css from './video-module.module.css';

interface Props {
  /** Slug of the lesson. */
  lesson: string;
  module: string;
  /** Returns the current time of the video. */
  now: () => number;
  onSeek: (to: number) => void;
}

const maxMarks = 200;
const maxMarkLength = 500;

/**
 * Returns the user's marks (bookmarks) in one video of a lesson, for its player. They are saved with the notes. `ready`
 * is false for visitors and until the notes have loaded: no marks can be added then.
 */
function useVideoMarks(lesson: string, module: string) {
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

/** Notes at times of the video. They are stored with the notes on the lesson. */
export function VideoMarks({ lesson, module, now, onSeek }: Props) {
  const { ready, marks, add, remove } = useVideoMarks(lesson, module);
  const [at, setAt] = useState<number>();
  const [text, setText] = useState('');
  if (!ready) return null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (at === undefined || text.trim() === '') return;
    add(at, text);
    setText('');
    setAt(undefined);
  };
  return (
    <div className={css.marks}>
      {marks.length > 0 && (
        <ul className={css.markList} aria-label="Your bookmarks in this video">
          {marks.map((mark, index) => (
            <li key={`${mark.at} ${mark.text}`} className={css.mark}>
              <button type="button" className={css.line} onClick={() => onSeek(mark.at)}>
                <span className={css.time}>{clockText(mark.at)}</span>
                <span>{mark.text}</span>
              </button>
              <Button
                variant="quiet"
                size="sm"
                square
                icon="close"
                aria-label={`Remove the bookmark at ${clockText(mark.at)}`}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {at === undefined ? (
        <Button variant="quiet" size="sm" icon={playerIcons.bookmark} onClick={() => setAt(now())}>
          Add bookmark
        </Button>
      ) : (
        <form className={css.markForm} onSubmit={save}>
          <TextField
            label={`Note at ${clockText(at)}`}
            value={text}
            maxLength={maxMarkLength}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" variant="secondary" size="sm">
            Save
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setAt(undefined)}>
            Cancel
          </Button>
        </form>
      )}
    </div>
  );
}
