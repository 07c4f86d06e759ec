import { useEffect } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Dispatch } from './dispatch.tsx';
import { DraftForm } from './draft-form.tsx';
import { announcementQuery, isMoving } from './queries.ts';

/** @param announcement its number, or `new` */
export function AnnouncementPage({ announcement }: { announcement: string }) {
  const isNew = announcement === 'new';
  const query = usePersonalQuery({ ...announcementQuery(Number(announcement)), staleTime: 0 }, !isNew);
  const found = query.data?.announcement;
  const { error, isFetching, refetch } = query;
  const moves = found !== undefined && isMoving(found);
  // The numbers of one that goes out are asked for again and again.
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => void refetch(), 2_000);
    return () => clearInterval(timer);
  }, [moves, refetch]);
  return (
    <Page
      title={isNew ? 'New announcement' : (found?.subject ?? 'Announcement')}
      label={<BackLink to="/admin/email">All announcements</BackLink>}
      lead={isNew ? 'It stays a draft until you send it.' : undefined}
    >
      {error && !found && <DidNotLoad what="The announcement" {...{ error, isFetching, refetch }} />}
      {!isNew && !found && !error && <Skeleton shape="block" lines={3} />}
      {isNew && <DraftForm />}
      {found?.state === 'draft' && <DraftForm key={found.revision} draft={found} />}
      {found && found.state !== 'draft' && <Dispatch announcement={found} />}
    </Page>
  );
}
