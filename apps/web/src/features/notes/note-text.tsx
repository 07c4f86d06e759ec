import { Label } from '#ui/label.tsx';
import css from './note-text.module.css';

interface Props {
  title?: string;
  text: string;
}

/** Notes as somebody wrote them: paragraphs and lines, never HTML. */
export function NoteText({ title, text }: Props) {
  return (
    <div className={css.note}>
      {title && <Label>{title}</Label>}
      {text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <p key={index}>{part.trim()}</p>
        ))}
    </div>
  );
}
