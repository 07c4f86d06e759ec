import type { Outbox } from '@hexpedition/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import lines from '../lines.module.css';
import { firstLink, formatMailTime, splitAtLinks } from './mail-links.ts';
import css from './outbox-list.module.css';

interface Props {
  mail: Outbox['mails'][number];
  isOpen: boolean;
  onToggle: () => void;
  takesFocus: boolean;
}

/** One mail of the outbox. Expanded, it shows its text. */
export function OutboxMail({ mail, isOpen, onToggle, takesFocus }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  // Focuses the row once, when it replaces the "Load more" button.
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
        <time dateTime={mail.at}>{formatMailTime(mail.at)}</time>
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
    {splitAtLinks(text.trimEnd(), location.origin).map((part, index) =>
      part.href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
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
  const [message, setMessage] = useState('');
  const link = firstLink(text);
  if (!link) return null;
  const copy = async () =>
    setMessage((await copyText(link)) ? 'Copied.' : 'Your browser blocked copying. Select the link and copy it.');
  return (
    <div className={css.copy}>
      <Button size="sm" icon="copy" onClick={copy}>
        Copy link
      </Button>
      <span role="status">{message}</span>
    </div>
  );
}
