import type { NoteMark } from '@hexpedition/contract';
import { clockText } from '#lib/clock-text.ts';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { withoutMark } from '../store/merge-notes.ts';
import css from './notes-panel.module.css';

interface Props {
  marks: NoteMark[];
  onChange: (marks: NoteMark[]) => void;
}

/** The learner's bookmarks in the videos of the lesson. Each is a button that moves the video to that time. */
export function MarkList({ marks, onChange }: Props) {
  if (marks.length === 0) return null;
  return (
    <div className={css.marks}>
      <Label>Bookmarks</Label>
      <ul>
        {marks.map((mark) => (
          <li key={`${mark.module} ${mark.at} ${mark.text}`} className={css.mark}>
            <button type="button" className={css.seek} onClick={() => seekTo({ module: mark.module, at: mark.at })}>
              <span className={css.time}>{clockText(mark.at)}</span>
              <span>{mark.text || 'No note'}</span>
            </button>
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove the bookmark at ${clockText(mark.at)}`}
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

/** Makes the player of a module jump to a time in seconds. The player listens for `hex:seek` on `document`. */
const seekTo = (detail: { module: string; at: number }) =>
  document.dispatchEvent(new CustomEvent('hex:seek', { detail }));
