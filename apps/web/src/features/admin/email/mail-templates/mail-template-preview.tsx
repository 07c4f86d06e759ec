import type { MailPreview } from '@hexpedition/contract';
import { useState } from 'react';
import { Tabs } from '#ui/tabs.tsx';
import emailCss from '../email.module.css';
import { MailFrame } from '../mail-frame.tsx';
import css from './mail-templates.module.css';

type Format = 'light' | 'dark' | 'text';

/** Preview of a mail: its row in an inbox, then its light, dark and plain-text formats. */
export function MailTemplatePreview({ mail, previewLine }: { mail: MailPreview; previewLine: string }) {
  const [format, setFormat] = useState<Format>('light');
  const frame = (scheme: 'light' | 'dark') =>
    format === scheme && <MailFrame title={`Preview: ${mail.subject}`} html={forceColorScheme(mail.html, scheme)} />;
  return (
    <>
      <p className={css.inbox}>
        <strong>{mail.subject}</strong> <span>{previewLine}</span>
      </p>
      <Tabs
        label="Mail format"
        value={format}
        onChange={setFormat}
        tabs={[
          { id: 'light', label: 'Light', panel: frame('light') },
          { id: 'dark', label: 'Dark', panel: frame('dark') },
          { id: 'text', label: 'Plain text', panel: <pre className={emailCss.text}>{mail.text}</pre> },
        ]}
      />
    </>
  );
}

/** Rewrites a mail's HTML so that it renders in one color scheme, independent of the browser's. */
export const forceColorScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('content="light dark"', `content="${scheme}"`);
