import { fileSize } from '#lib/file-size.ts';
import { plural } from '#lib/format.ts';
import { type Theme, useTheme } from '#lib/theme.ts';
import { Icon } from '#ui/icon.tsx';
import css from './files.module.css';
import type { TrainingFile } from './training-files.ts';

/** List row of a training's file: thumbnail, name and facts. */
export function FileRow({ file: { path, size, width, height, src, content_type, used_by } }: { file: TrainingFile }) {
  const theme = useTheme();
  const facts = [fileSize(size), width && height && `${width} × ${height}`, usageText(used_by)];
  return (
    <span className={css.line}>
      <span className={css.thumbnail}>
        {content_type.startsWith('image/') ? (
          <img src={inColours(src, theme)} alt="" loading="lazy" />
        ) : (
          <Icon name={content_type.startsWith('video/') ? 'play' : 'download'} size={20} />
        )}
      </span>
      <span className={css.description}>
        <strong>{path}</strong>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  );
}

/** Names up to two lessons that use the file; counts them if there are more. */
function usageText(lessons: readonly string[]): string {
  if (lessons.length === 0) return 'unused';
  return `used in ${lessons.length > 2 ? plural(lessons.length, 'lesson') : lessons.join(', ')}`;
}

const drawing = 'data:image/svg+xml;base64,';

/** Replaces the CSS variables in an SVG drawing by their values, because an `<img>` does not inherit them. */
function inColours(src: string, _theme: Theme): string {
  if (!src.startsWith(drawing)) return src;
  const colours = getComputedStyle(document.documentElement);
  const svg = new TextDecoder().decode(Uint8Array.from(atob(src.slice(drawing.length)), (c) => c.charCodeAt(0)));
  const coloured = svg.replace(/var\((--[a-z0-9-]+)\)/g, (known, name: string) => {
    // Font names are in double quotes, and so is the attribute that contains them.
    const value = colours.getPropertyValue(name).trim().replaceAll('"', "'");
    return value === '' ? known : value;
  });
  return `data:image/svg+xml,${encodeURIComponent(coloured)}`;
}
