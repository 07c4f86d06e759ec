import type { Person, PersonMails } from '@hexpedition/contract';
import { usePersonalQuery } from '#lib/query.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../admin.module.css';
import { BounceLines } from '../email/bounce-lines.tsx';
import { personMailsQuery } from '../queries.ts';

const why: Record<NonNullable<PersonMails['left_out']>, string> = {
  disabled: 'Gets no announcements: the account is disabled.',
  leaving: 'Gets no announcements: the account is going to be deleted.',
  no_address: 'Gets no announcements: the account has no confirmed address.',
  unsubscribed: 'Gets no announcements: its owner has switched them off.',
  bounced: 'Gets no announcements: the address has bounced for good.',
};

/** Whether announcements go to the account, and which of its addresses have bounced. */
export function Mails({ person: { username, email } }: { person: Person }) {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...personMailsQuery(username), staleTime: 0 });
  return (
    <section className={css.section} aria-labelledby="mails">
      <h2 id="mails" className={css.title}>
        Mails
      </h2>
      {error && !data && <DidNotLoad what="What is known of mails" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={1} />}
      {data && (
        <>
          <p className={css.quiet}>{data.left_out ? why[data.left_out] : `Gets announcements at ${email}.`}</p>
          {data.bounces.length > 0 && <BounceLines bounces={data.bounces} ofOne />}
        </>
      )}
    </section>
  );
}
