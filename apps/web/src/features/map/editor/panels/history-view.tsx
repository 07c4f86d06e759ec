import type { MapAction, MapHistory } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { dateFormat } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { historyQuery } from '../editor-queries.ts';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';

const actionNames: Record<MapAction, string> = {
  saved: 'saved the draft',
  published_beta: 'published to beta',
  published_live: 'published to everyone',
  rolled_back: 'restored an earlier map',
  imported: 'imported the curriculum’s map',
};

const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Log of saves, publications and imports, with a button that restores a published map. */
export function HistoryView({ editor }: { editor: Editor }) {
  const api = useApi();
  const client = useQueryClient();
  const { hexmap, server } = editor;
  const { data, error } = usePersonalQuery(historyQuery(hexmap));
  const restore = useMutation({
    mutationFn: (pk: number) =>
      api(`POST /api/config/${hexmap}:version/edit`, { params: { version: '2' }, body: { pk } }),
    onSuccess: (draft) => {
      editor.know({ ...draft, document: server.document });
      void client.invalidateQueries({ queryKey: historyQuery(hexmap).queryKey });
      toast('The earlier map is live again. Your draft is unchanged.', 'good');
    },
  });
  const failure = error ?? restore.error;
  return (
    <section className={css.view} aria-labelledby="history">
      <h2 id="history" className={css.subject}>
        History
      </h2>
      {failure && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(failure)}</p>
        </Callout>
      )}
      {!data && !error && <Skeleton lines={6} />}
      <ol className={css.acts}>
        {data?.acts.map((act) => (
          <HistoryEntry
            key={act.pk}
            act={act}
            isLive={act.version_pk !== null && act.version_pk === server.live?.pk}
            busy={restore.isPending && restore.variables === act.version_pk}
            onRestore={(pk) => restore.mutate(pk)}
          />
        ))}
      </ol>
    </section>
  );
}

interface HistoryEntryProps {
  act: MapHistory['acts'][number];
  isLive: boolean;
  busy: boolean;
  onRestore: (pk: number) => void;
}

function HistoryEntry({ act: { act, at, by, version_pk, note }, isLive, busy, onRestore }: HistoryEntryProps) {
  return (
    <li className={css.act}>
      <time dateTime={at}>{formatDateTime(at)}</time>
      <p>
        <strong>{by ?? 'An import'}</strong> {actionNames[act]}
        {version_pk !== null && <code> map {version_pk}</code>}
        {note && <small>{note}</small>}
      </p>
      {version_pk !== null &&
        (isLive ? (
          <span className={css.live}>live</span>
        ) : (
          <Button size="sm" busy={busy} onClick={() => onRestore(version_pk)}>
            Restore this version
          </Button>
        ))}
    </li>
  );
}
