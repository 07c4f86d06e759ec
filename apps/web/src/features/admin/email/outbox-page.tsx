import type { Outbox } from '@hexpedition/contract';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { copyText } from '#lib/copy-text.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { outboxQuery } from '../admin-queries.ts';
import lines from '../lines.module.css';
import { EmailFrame } from './email-frame.tsx';
import { firstLink, formatMailTime, splitAtLinks } from './mail-links.ts';
import css from './outbox-list.module.css';

/** Shows whether mails are sent, and lists the mails that are only stored. */
export function OutboxPage() {
  const client = useQueryClient();
  const { data, error, refetch } = usePersonalQuery(outboxQuery());
  const busy = useIsFetching({ queryKey: ['GET /api/admin/outbox'] }) > 0;
  const [open, setOpen] = useState<number>();
  const refresh = () => client.invalidateQueries({ queryKey: ['GET /api/admin/outbox'] });
  return (
    <EmailFrame
      lead="How the platform delivers mails, and the mails that it stores instead of sending."
      action={
        <Button icon="refresh" busy={busy} onClick={refresh}>
          Refresh
        </Button>
      }
    >
      {error && !data && (
        <Callout kind="danger" role="alert" action={<Button onClick={() => refetch()}>Try again</Button>}>
          <p>{messageOf(error)}</p>
        </Callout>
      )}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && (
        <>
          <Delivery active={data.active} />
          {data.mails.length === 0 ? (
            <NoMails active={data.active} />
          ) : (
            <OutboxList page={data} open={open} onOpen={setOpen} />
          )}
        </>
      )}
    </EmailFrame>
  );
}

interface OutboxListProps {
  page: Outbox;
  /** Key of the expanded mail. */
  open: number | undefined;
  onOpen: (pk: number | undefined) => void;
  /** Focuses the first mail, for a page that replaces the "Load more" button. */
  takesFocus?: boolean;
}

interface OutboxMailProps {
  mail: Outbox['mails'][number];
  isOpen: boolean;
  onToggle: () => void;
  takesFocus: boolean;
}

/** One mail of the outbox. Expanded, it shows its text. */
function OutboxMail({ mail, isOpen, onToggle, takesFocus }: OutboxMailProps) {
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

/** One page of the outbox, and the button that loads the next. */
function OutboxList({ page, open, onOpen, takesFocus }: OutboxListProps) {
  return (
    <>
      <ul className={cx(lines.list, css.list)}>
        {page.mails.map((mail, index) => (
          <OutboxMail
            key={mail.pk}
            mail={mail}
            isOpen={mail.pk === open}
            onToggle={() => onOpen(mail.pk === open ? undefined : mail.pk)}
            takesFocus={takesFocus === true && index === 0}
          />
        ))}
      </ul>
      {page.next_cursor && <More key={page.next_cursor} cursor={page.next_cursor} open={open} onOpen={onOpen} />}
    </>
  );
}

function More({ cursor, open, onOpen }: Omit<OutboxListProps, 'page' | 'takesFocus'> & { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(outboxQuery(cursor), wanted);
  if (data && wanted) return <OutboxList page={data} open={open} onOpen={onOpen} takesFocus />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}

const Delivery = ({ active }: { active: boolean }) =>
  active ? (
    <Callout kind="warning" title="Mails are not sent">
      <p>
        No mail server is set. Each mail is stored here for a week, and superusers can read it. Its links can give
        access to an account, so share a link only with its recipient. Set <code>SMTP_URL</code> to send mails.
      </p>
    </Callout>
  ) : (
    <Callout kind="tip" title="Mails are sent over SMTP">
      <p>
        Sent mails are not stored here. If the mail server refuses a mail, the platform retries for a day and logs the
        failure.
      </p>
    </Callout>
  );

const NoMails = ({ active }: { active: boolean }) => (
  <EmptyState icon="tick" title={active ? 'The outbox is empty' : 'No stored mails'}>
    <p>
      {active
        ? 'Confirmation and password reset mails will appear here.'
        : 'If the platform ran without a mail server, its mails of the last week would appear here.'}
    </p>
  </EmptyState>
);
