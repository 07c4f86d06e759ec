import type { MailPreview } from '@hexpedition/contract';
import { useState } from 'react';
import { Tabs } from '#ui/tabs.tsx';
import emailCss from '../email.module.css';
import { MailFrame } from '../mail-frame.tsx';
import css from './letters.module.css';

type Form = 'light' | 'dark' | 'text';

/** A mail as it lies in a list of mails, and in each of its forms. */
export function WordingPreview({ mail, line }: { mail: MailPreview; line: string }) {
  const [form, setForm] = useState<Form>('light');
  const frame = (scheme: 'light' | 'dark') =>
    form === scheme && <MailFrame title={`Preview: ${mail.subject}`} html={inScheme(mail.html, scheme)} />;
  return (
    <>
      <p className={css.inbox}>
        <strong>{mail.subject}</strong> <span>{line}</span>
      </p>
      <Tabs
        label="Form of the mail"
        value={form}
        onChange={setForm}
        tabs={[
          { id: 'light', label: 'Light', panel: frame('light') },
          { id: 'dark', label: 'Dark', panel: frame('dark') },
          { id: 'text', label: 'Plain text', panel: <pre className={emailCss.text}>{mail.text}</pre> },
        ]}
      />
    </>
  );
}

/** The mail as a program shows it that is light or dark, whatever this browser is. */
export const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('content="light dark"', `content="${scheme}"`);
