import { EmptyState } from '#ui/empty-state.tsx';
import { bouncesQuery } from '../admin-queries.ts';
import { PagedList } from '../paged-list.tsx';
import { BounceList } from './bounce-list.tsx';
import { EmailFrame } from './email-frame.tsx';

/** Page of the addresses that a mail server refused. */
export const BouncesPage = () => (
  <EmailFrame lead="Addresses that a mail server refused. Announcements skip a permanently bounced address until its owner changes it or you clear the bounce.">
    <PagedList
      query={bouncesQuery}
      what="The bounces"
      isEmpty={({ bounces }) => bounces.length === 0}
      empty={
        <EmptyState icon="tick" title="No bounces">
          <p>Addresses that a mail server refuses, at once or in a later report, appear here.</p>
        </EmptyState>
      }
    >
      {({ bounces }) => <BounceList bounces={bounces} />}
    </PagedList>
  </EmailFrame>
);
