import { EmptyState } from '#ui/empty-state.tsx';
import { Paged } from '../paged.tsx';
import { BounceLines } from './bounce-lines.tsx';
import { EmailFrame } from './email-frame.tsx';
import { bouncesQuery } from './queries.ts';

/** Addresses that took no mail. */
export const BouncesPage = () => (
  <EmailFrame lead="Addresses that a mail server refused. Announcements no longer go to those that bounced for good, until their owner changes the address or you forget the bounce.">
    <Paged
      query={bouncesQuery}
      what="The bounces"
      isEmpty={({ bounces }) => bounces.length === 0}
      empty={
        <EmptyState icon="tick" title="Nothing has come back">
          <p>What a mail server refuses, or reports later, appears here.</p>
        </EmptyState>
      }
    >
      {({ bounces }) => <BounceLines bounces={bounces} />}
    </Paged>
  </EmailFrame>
);
