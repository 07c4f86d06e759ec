import type { PrivacyDesk } from '@hexpedition/contract';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PrivacyFrame } from '../privacy-frame.tsx';
import { deskQuery } from '../queries.ts';
import { ConfigEditor } from './config-editor.tsx';
import type { Part } from './parts.ts';

/** What the consent manager is made of: the draft that superusers share. */
export function EditPrivacyPage({ part }: { part: Part | undefined }) {
  const { data: desk, error, isFetching, refetch } = usePersonalQuery({ ...deskQuery, staleTime: 0 });
  return (
    <PrivacyFrame title="Configuration" lead={desk ? stateOf(desk) : 'What visitors are asked, and in which words.'}>
      {error && !desk && <DidNotLoad what="The configuration" {...{ error, isFetching, refetch }} />}
      {!desk && !error && <Skeleton shape="block" lines={4} />}
      {desk && <ConfigEditor desk={desk} part={part ?? 'services'} />}
    </PrivacyFrame>
  );
}

function stateOf({ active, draft }: PrivacyDesk): string {
  if (!draft) return `There is no draft: this is version ${active.number}, which visitors see. Change it, then save.`;
  const { changed_at, changed_by, base } = draft;
  const whom = changed_by ? ` by ${changed_by}` : '';
  return `A draft, made from version ${base}, saved ${when(changed_at)}${whom}. Visitors see version ${active.number}.`;
}
