import { useId, useState } from 'react';
import { clockText } from '#lib/clock-text.ts';
import { Button } from '#ui/button.tsx';
import css from './video-module.module.css';

interface Props {
  lines: readonly { at: number; text: string }[];
  time: number;
  onSeek: (to: number) => void;
}

/** Transcript of a video. A click on a line seeks to its time. */
export function VideoTranscript({ lines, time, onSeek }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const current = lines.findLast(({ at }) => at <= time + 0.01);
  if (lines.length === 0) return null;
  return (
    <div className={css.transcript}>
      <Button variant="quiet" size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'Hide transcript' : 'Show transcript'}
      </Button>
      <ol id={id} className={css.lines} hidden={!open}>
        {lines.map((line) => (
          <li key={line.at}>
            <button
              type="button"
              className={css.line}
              aria-current={line === current ? 'true' : undefined}
              onClick={() => onSeek(line.at)}
            >
              <span className={css.time}>{clockText(line.at)}</span>
              <span>{line.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
