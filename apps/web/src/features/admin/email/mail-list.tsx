import type { Outbox } from '@hexpedition/contract';
import { useState } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { cx } from '#ui/cx.ts';
import { LoadMore } from '#ui/load-more.tsx';
import lines from '../lines.module.css';
import { MailLine } from './mail-line.tsx';
import css from './mail-list.module.css';
import { outboxQuery } from './queries.ts';

interface Props {
  page: Outbox;
  /** The one mail that is open. */
  open: number | undefined;
  onOpen: (pk: number | undefined) => void;
  /** This page came by "Load more": the focus goes to its first mail, because the button is gone. */
  takesFocus?: boolean;
}

export function MailList({ page, open, onOpen, takesFocus }: Props) {
  return (
    <>
      <ul className={cx(lines.list, css.list)}>
        {page.mails.map((mail, index) => (
          <MailLine
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
  if (data && wanted) return <MailList page={data} open={open} onOpen={onOpen} takesFocus />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}
