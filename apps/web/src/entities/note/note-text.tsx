import { Label } from '#ui/label.tsx';
import css from './note-text.module.css';

interface Props {
  title?: string;
  text: string;
}

/** The text of a note as it was written: paragraphs and line breaks, never HTML. */
export function NoteText({ title, text }: Props) {
  return (
    <div className={css.note}>
      {title && <Label>{title}</Label>}
      {text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text are never reordered
          <p key={index}>{part.trim()}</p>
        ))}
    </div>
  );
}
