import type { PrivacyConfigState } from '@hexpedition/contract';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { configStateQuery } from '../../admin-queries.ts';
import { PrivacyFrame } from '../privacy-frame.tsx';
import { ConfigEditor } from './config-editor.tsx';
import type { Part } from './config-parts.ts';

/** Page that edits the draft of the consent configuration, which all superusers share. */
export function EditPrivacyPage({ part }: { part: Part | undefined }) {
  const { data: configState, error, isFetching, refetch } = usePersonalQuery({ ...configStateQuery, staleTime: 0 });
  return (
    <PrivacyFrame
      title="Configuration"
      lead={configState ? stateOf(configState) : 'The questions and texts that visitors see.'}
    >
      {error && !configState && <LoadError what="The configuration" {...{ error, isFetching, refetch }} />}
      {!configState && !error && <Skeleton shape="block" lines={4} />}
      {configState && <ConfigEditor configState={configState} part={part ?? 'services'} />}
    </PrivacyFrame>
  );
}

function stateOf({ active, draft }: PrivacyConfigState): string {
  if (!draft)
    return `There is no draft. This is version ${active.number}, which visitors see. Change and save it to start a draft.`;
  const { changed_at, changed_by, base } = draft;
  const author = changed_by ? ` by ${changed_by}` : '';
  return `Draft based on version ${base}, saved ${when(changed_at)}${author}. Visitors see version ${active.number}.`;
}
