import type { AccountMailStatus, AdminUser } from '@hexpedition/contract';
import { usePersonalQuery } from '#lib/query.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../admin.module.css';
import { userMailsQuery } from '../admin-queries.ts';
import { BounceList } from '../email/bounce-list.tsx';

const leftOutTexts: Record<NonNullable<AccountMailStatus['left_out']>, string> = {
  disabled: 'Receives no announcements: the account is disabled.',
  deletion_scheduled: 'Receives no announcements: the account is scheduled for deletion.',
  no_address: 'Receives no announcements: the account has no confirmed address.',
  unsubscribed: 'Receives no announcements: its owner has unsubscribed.',
  bounced: 'Receives no announcements: the address has bounced permanently.',
};

/** Whether the account receives announcements, and its bounced addresses. */
export function UserMails({ person: { username, email } }: { person: AdminUser }) {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...userMailsQuery(username), staleTime: 0 });
  return (
    <section className={css.section} aria-labelledby="mails">
      <h2 id="mails" className={css.title}>
        UserMails
      </h2>
      {error && !data && <LoadError what="The mail status" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={1} />}
      {data && (
        <>
          <p className={css.quiet}>
            {data.left_out ? leftOutTexts[data.left_out] : `Receives announcements at ${email}.`}
          </p>
          {data.bounces.length > 0 && <BounceList bounces={data.bounces} hideAccount />}
        </>
      )}
    </section>
  );
}
