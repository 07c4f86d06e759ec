import { fileSize } from '#features/learn/modules/file-size.public.ts';
import { plural } from '#lib/format.ts';
import { type Theme, useTheme } from '#lib/theme.ts';
import { Icon } from '#ui/icon.tsx';
import css from './files.module.css';
import type { TrainingFile } from './training-files.ts';

/** A file of a training in a list: what it looks like, its name, its facts. */
export function FileLine({ file: { path, size, width, height, src, content_type, used_by } }: { file: TrainingFile }) {
  const theme = useTheme();
  const facts = [fileSize(size), width && height && `${width} × ${height}`, usedIn(used_by)];
  return (
    <span className={css.line}>
      <span className={css.sight}>
        {content_type.startsWith('image/') ? (
          <img src={inColours(src, theme)} alt="" loading="lazy" />
        ) : (
          <Icon name={content_type.startsWith('video/') ? 'play' : 'download'} size={20} />
        )}
      </span>
      <span className={css.words}>
        <strong>{path}</strong>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  );
}

/** The lessons by name where there are few. */
function usedIn(lessons: readonly string[]): string {
  if (lessons.length === 0) return 'not used';
  return `in ${lessons.length > 2 ? plural(lessons.length, 'lesson') : lessons.join(', ')}`;
}

const drawing = 'data:image/svg+xml;base64,';

/** A drawing has the colours of the page around it, which a picture does not see: they are written into it. */
function inColours(src: string, _theme: Theme): string {
  if (!src.startsWith(drawing)) return src;
  const colours = getComputedStyle(document.documentElement);
  const svg = new TextDecoder().decode(Uint8Array.from(atob(src.slice(drawing.length)), (c) => c.charCodeAt(0)));
  const coloured = svg.replace(/var\((--[a-z0-9-]+)\)/g, (known, name: string) => {
    // A font's name is quoted, and the attribute around it too.
    const value = colours.getPropertyValue(name).trim().replaceAll('"', "'");
    return value === '' ? known : value;
  });
  return `data:image/svg+xml,${encodeURIComponent(coloured)}`;
}
