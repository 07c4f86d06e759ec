import type { NoteMark } from '@hexpedition/contract';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { clock } from '../clock.ts';
import { seekTo, without } from '../use-video-marks.public.ts';
import css from './notes-panel.module.css';

interface Props {
  marks: NoteMark[];
  onChange: (marks: NoteMark[]) => void;
}

/** The times that the learner marked in the lesson's videos; each leads there. */
export function MarkList({ marks, onChange }: Props) {
  if (marks.length === 0) return null;
  return (
    <div className={css.marks}>
      <Label>Marked times</Label>
      <ul>
        {marks.map((mark) => (
          <li key={`${mark.module} ${mark.at} ${mark.text}`} className={css.mark}>
            <button type="button" className={css.jump} onClick={() => seekTo({ module: mark.module, at: mark.at })}>
              <span className={css.time}>{clock(mark.at)}</span>
              <span>{mark.text || 'No words'}</span>
            </button>
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove the mark at ${clock(mark.at)}`}
              onClick={() => onChange(without(marks, mark))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
