import type { Outbox } from '@hexpedition/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import lines from '../lines.module.css';
import css from './mail-list.module.css';
import { mailLink, mailParts, mailTime } from './mail-parts.ts';

interface Props {
  mail: Outbox['mails'][number];
  isOpen: boolean;
  onToggle: () => void;
  takesFocus: boolean;
}

/** A mail in the list. When it is open, its text is shown. */
export function MailLine({ mail, isOpen, onToggle, takesFocus }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  // Once, when it appears in place of the button that was pressed.
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <li className={lines.item} data-open={isOpen || undefined}>
      <button
        ref={button}
        type="button"
        className={cx(lines.line, css.line)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className={css.subject}>{mail.subject}</span>
        <span className={css.to}>{mail.recipient}</span>
        <time dateTime={mail.at}>{mailTime(mail.at)}</time>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      {isOpen && (
        <div id={id} className={lines.open}>
          <MailText text={mail.text} />
          <CopyLink text={mail.text} />
        </div>
      )}
    </li>
  );
}

const MailText = ({ text }: { text: string }) => (
  <div className={css.text}>
    {mailParts(text.trimEnd(), location.origin).map((part, index) =>
      part.href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      ) : (
        part.text
      ),
    )}
  </div>
);

function CopyLink({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  const link = mailLink(text);
  if (!link) return null;
  const copy = async () =>
    setSaid((await copyText(link)) ? 'Copied.' : 'Your browser does not allow it. Select the link.');
  return (
    <div className={css.copy}>
      <Button size="sm" icon="copy" onClick={copy}>
        Copy link
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}
