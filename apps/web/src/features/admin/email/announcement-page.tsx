import { isApiError } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { announcementQuery, isChanging } from '../admin-queries.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementProgress } from './announcement-progress.tsx';
import { useRefetchWhile } from './use-refetch-while.ts';

/** Page of one announcement. @param announcement its number, or `new` */
export function AnnouncementPage({ announcement }: { announcement: string }) {
  const isNew = announcement === 'new';
  const query = usePersonalQuery(
    { ...announcementQuery(Number(announcement)), staleTime: 0, meta: { quiet: true, suppress: [400, 404] } },
    !isNew,
  );
  const found = query.data?.announcement;
  const { error, isFetching, refetch } = query;
  // The address may contain something other than a number.
  const isMissing = isApiError(error, 'not_found') || isApiError(error, 'invalid_request');
  const isLive = found !== undefined && isChanging(found);
  useRefetchWhile(isLive, refetch, 2_000);
  return (
    <Page
      title={isNew ? 'New announcement' : (found?.subject ?? 'Announcement')}
      label={<BackLink to="/admin/email">All announcements</BackLink>}
      lead={isNew ? 'It stays a draft until you send it.' : undefined}
    >
      {isMissing && !found && (
        <EmptyState icon="note" title="Announcement not found">
          <p>Another superuser may have deleted the draft.</p>
        </EmptyState>
      )}
      {error && !found && !isMissing && <LoadError what="The announcement" {...{ error, isFetching, refetch }} />}
      {!isNew && !found && !error && <Skeleton shape="block" lines={3} />}
      {isNew && <AnnouncementForm />}
      {found?.state === 'draft' && <AnnouncementForm key={found.revision} draft={found} />}
      {found && found.state !== 'draft' && <AnnouncementProgress announcement={found} />}
    </Page>
  );
}
