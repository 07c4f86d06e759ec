import type { Outbox } from '@hexpedition/contract';
import { useState } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { cx } from '#ui/cx.ts';
import { LoadMore } from '#ui/load-more.tsx';
import lines from '../lines.module.css';
import { outboxQuery } from './email-queries.ts';
import css from './outbox-list.module.css';
import { OutboxMail } from './outbox-mail.tsx';

interface Props {
  page: Outbox;
  /** Key of the expanded mail. */
  open: number | undefined;
  onOpen: (pk: number | undefined) => void;
  /** Focuses the first mail, for a page that replaces the "Load more" button. */
  takesFocus?: boolean;
}

/** One page of the outbox, and the button that loads the next. */
export function OutboxList({ page, open, onOpen, takesFocus }: Props) {
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

function More({ cursor, open, onOpen }: Omit<Props, 'page' | 'takesFocus'> & { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(outboxQuery(cursor), wanted);
  if (data && wanted) return <OutboxList page={data} open={open} onOpen={onOpen} takesFocus />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}
