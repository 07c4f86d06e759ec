import type { MailPreview as Preview } from '@hexpedition/contract';
import { useState } from 'react';
import { Tabs } from '#ui/tabs.tsx';
import css from './email.module.css';
import { MailFrame } from './mail-frame.tsx';

/** A mail in both of its forms. */
export function MailPreview({ mail }: { mail: Preview }) {
  const [form, setForm] = useState<'html' | 'text'>('html');
  return (
    <Tabs
      label="Form of the mail"
      value={form}
      onChange={setForm}
      tabs={[
        { id: 'html', label: 'HTML', panel: <MailFrame title={`Preview: ${mail.subject}`} html={mail.html} /> },
        { id: 'text', label: 'Text', panel: <pre className={css.text}>{mail.text}</pre> },
      ]}
    />
  );
}
