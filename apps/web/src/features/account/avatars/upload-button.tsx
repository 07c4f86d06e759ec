import { useId, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './upload-button.module.css';

interface Props {
  busy: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
}

/** Our own button over the browser's file input. Below it stands which pictures it takes, or what went wrong. */
export function UploadButton({ busy, error, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className={css.upload}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // This lets the same file be chosen again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button icon="plus" busy={busy} aria-describedby={id} onClick={() => input.current?.click()}>
        {busy ? 'Uploading' : 'Upload a picture'}
      </Button>
      <div id={id} aria-live="polite">
        {error ? (
          <p className={css.error}>
            <Icon name="warning" size={16} />
            {error}
          </p>
        ) : (
          <p className={css.hint}>PNG, JPEG, WebP or AVIF. We keep 256 pixels square of it and nothing else.</p>
        )}
      </div>
    </div>
  );
}
