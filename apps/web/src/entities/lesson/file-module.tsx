import { useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button, ButtonContent, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { fileSize } from '../../lib/file-size.ts';
import css from './file-module.module.css';
import type { ModuleProps } from './module-props.ts';

/** Download with its SHA-256 checksum. */
export default function FileModule({ module: file }: ModuleProps<'file'>) {
  const [feedback, setFeedback] = useState('');
  const copy = async () => setFeedback((await copyText(file.sha256)) ? 'Copied' : 'Select it and press Ctrl+C');
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <div className={css.text}>
          <Label>File</Label>
          <p className={css.title}>{file.title}</p>
          <p className={css.facts}>
            {file.name} · {fileSize(file.size)}
          </p>
        </div>
        <a className={buttonClass({ variant: 'secondary' })} href={file.src} download={file.name}>
          <ButtonContent icon="download">
            Download<VisuallyHidden> {file.name}</VisuallyHidden>
          </ButtonContent>
        </a>
      </div>
      <div className={css.sum}>
        <span className={css.label}>SHA-256</span>
        <code className={css.hash}>{file.sha256}</code>
        <Button variant="quiet" size="sm" icon="copy" aria-label={`Copy SHA-256 of ${file.name}`} onClick={copy}>
          {feedback || 'Copy'}
        </Button>
        <span role="status">
          <VisuallyHidden>{feedback}</VisuallyHidden>
        </span>
      </div>
    </Card>
  );
}
