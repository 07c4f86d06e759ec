import { type FormEvent, useState } from 'react';
import { maxMarkLength, useVideoMarks } from '#entities/note/use-video-marks.ts';
import { clockText } from '#lib/clock-text.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
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
