import type { MailPreview as Preview } from '@hexpedition/contract';
import { useState } from 'react';
import { Tabs } from '#ui/tabs.tsx';
import css from './email.module.css';
import { MailFrame } from './mail-frame.tsx';

/** Preview of a mail as HTML and as plain text. */
export function MailPreview({ mail }: { mail: Preview }) {
  const [format, setFormat] = useState<'html' | 'text'>('html');
  return (
    <Tabs
      label="Mail format"
      value={format}
      onChange={setFormat}
      tabs={[
        { id: 'html', label: 'HTML', panel: <MailFrame title={`Preview: ${mail.subject}`} html={mail.html} /> },
        { id: 'text', label: 'Text', panel: <pre className={css.text}>{mail.text}</pre> },
      ]}
    />
  );
}
