import type { NoteMark } from '@hexpedition/contract';
import { clockText } from '#features/learn/modules/video/clock-text.public.ts';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { withoutMark } from '../keeper/merge.ts';
import css from './notes-panel.module.css';

interface Props {
  marks: NoteMark[];
  onChange: (marks: NoteMark[]) => void;
}

/** The times that the learner has marked in the lesson's videos; each is a button that moves the video there. */
export function MarkList({ marks, onChange }: Props) {
  if (marks.length === 0) return null;
  return (
    <div className={css.marks}>
      <Label>Marked times</Label>
      <ul>
        {marks.map((mark) => (
          <li key={`${mark.module} ${mark.at} ${mark.text}`} className={css.mark}>
            <button type="button" className={css.jump} onClick={() => seekTo({ module: mark.module, at: mark.at })}>
              <span className={css.time}>{clockText(mark.at)}</span>
              <span>{mark.text || 'No words'}</span>
            </button>
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove the mark at ${clockText(mark.at)}`}
              onClick={() => onChange(withoutMark(marks, mark))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks the player of a module to go to a time in seconds: it listens for `hex:seek` on `document`. */
const seekTo = (detail: { module: string; at: number }) =>
  document.dispatchEvent(new CustomEvent('hex:seek', { detail }));
