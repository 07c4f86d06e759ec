import { useId, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './upload-button.module.css';

interface Props {
  busy: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
}

/** Upload button in place of the browser's file input, with the accepted formats or the error below it. */
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
          // Resets the input so that choosing the same file again fires a change event.
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
          <p className={css.hint}>PNG, JPEG, WebP or AVIF. We store it at 256 × 256 pixels and keep nothing else.</p>
        )}
      </div>
    </div>
  );
}
