import { fileSize } from '#features/learn/modules/file-size.public.ts';
import { plural } from '#lib/format.ts';
import { Icon } from '#ui/icon.tsx';
import css from './files.module.css';
import type { TrainingFile } from './training-files.ts';

/** A file of a training in a list: what it looks like, its name, its facts. */
export function FileLine({ file: { path, size, width, height, src, content_type, used_by } }: { file: TrainingFile }) {
  const facts = [
    fileSize(size),
    width && height && `${width} × ${height}`,
    used_by.length > 0 ? `in ${plural(used_by.length, 'lesson')}` : 'not used',
  ];
  return (
    <span className={css.line}>
      <span className={css.sight}>
        {content_type.startsWith('image/') ? (
          <img src={src} alt="" loading="lazy" />
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
