import { cx } from '#ui/cx.ts';
import { Icon, type IconShape } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './file-field.module.css';
import { useFileDrop } from './use-file-drop.ts';

interface Props {
  /** For screen readers. */
  label: string;
  title: string;
  hint: string;
  icon?: IconName | IconShape;
  /** Extensions and MIME types, in the format of `<input accept>`. */
  accept?: string;
  multiple?: boolean;
  size?: 'sm';
  onFiles: (files: File[]) => void;
}

/** Drop zone for files. A click or key press opens the browser's file picker. */
export function FileField({ label, title, hint, icon = 'disk', accept, multiple, size, onFiles }: Props) {
  return (
    <label className={cx(css.drop, size === 'sm' && css.small)} {...useFileDrop(onFiles)}>
      <Icon name={icon} size={size === 'sm' ? 24 : 32} />
      <span className={css.text}>
        <strong>{title}</strong>
        <span className={css.hint}>{hint}</span>
      </span>
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        className={css.input}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Lets the user choose the same file again after fixing it.
          target.value = '';
        }}
      />
    </label>
  );
}
