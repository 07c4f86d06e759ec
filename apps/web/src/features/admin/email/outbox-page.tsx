import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { EmailFrame } from './email-frame.tsx';
import { MailList } from './mail-list.tsx';
import { outboxQuery } from './queries.ts';

/** Says whether mails go out, and lists those that do not. */
export function OutboxPage() {
  const client = useQueryClient();
  const { data, error, refetch } = usePersonalQuery(outboxQuery());
  const busy = useIsFetching({ queryKey: ['GET /api/admin/outbox'] }) > 0;
  const [open, setOpen] = useState<number>();
  const refresh = () => client.invalidateQueries({ queryKey: ['GET /api/admin/outbox'] });
  return (
    <EmailFrame
      lead="Where the platform's mails go, and those that wait here."
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
            <MailList page={data} open={open} onOpen={setOpen} />
          )}
        </>
      )}
    </EmailFrame>
  );
}

const Delivery = ({ active }: { active: boolean }) =>
  active ? (
    <Callout kind="warning" title="Mails stay here">
      <p>
        No mail server is set, so nothing leaves this machine. Each mail is kept a week, for superusers to read. Links
        in them open accounts: pass a link on only to the person it is for. Set <code>SMTP_URL</code> to send them.
      </p>
    </Callout>
  ) : (
    <Callout kind="tip" title="Mails go out over SMTP">
      <p>
        Nothing is kept here. A mail that the mail server refuses is tried again for a day, and the server's log names
        it.
      </p>
    </Callout>
  );

const NoMails = ({ active }: { active: boolean }) => (
  <EmptyState icon="tick" title={active ? 'No mail is waiting' : 'No mails here'}>
    <p>
      {active
        ? 'The next confirmation or password reset that somebody asks for appears here.'
        : 'If the platform ran without a mail server before, its mails of the last week would be here.'}
    </p>
  </EmptyState>
);
