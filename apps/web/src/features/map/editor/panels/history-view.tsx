import type { MapAction, MapHistory } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { dateFormat } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { historyQuery } from '../queries.ts';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';

const acts: Record<MapAction, string> = {
  saved: 'saved the draft',
  published_beta: 'published to beta',
  published_live: 'published to everybody',
  rolled_back: 'went back to an earlier map',
  imported: 'brought in the curriculum’s file',
};

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Who did what and when, and the way back to each published map. */
export function HistoryView({ editor }: { editor: Editor }) {
  const api = useApi();
  const client = useQueryClient();
  const { hexmap, server } = editor;
  const { data, error } = usePersonalQuery(historyQuery(hexmap));
  const back = useMutation({
    mutationFn: (pk: number) =>
      api(`POST /api/config/${hexmap}:version/edit`, { params: { version: '2' }, body: { pk } }),
    onSuccess: (draft) => {
      editor.know({ ...draft, document: server.document });
      void client.invalidateQueries({ queryKey: historyQuery(hexmap).queryKey });
      toast('Everybody sees the earlier map again. Your draft is as it was.', 'good');
    },
  });
  const failure = error ?? back.error;
  return (
    <section className={css.view} aria-labelledby="history">
      <h2 id="history" className={css.subject}>
        Who did what
      </h2>
      {failure && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(failure)}</p>
        </Callout>
      )}
      {!data && !error && <Skeleton lines={6} />}
      <ol className={css.acts}>
        {data?.acts.map((act) => (
          <Act
            key={act.pk}
            act={act}
            isLive={act.version_pk !== null && act.version_pk === server.live?.pk}
            busy={back.isPending && back.variables === act.version_pk}
            onBack={(pk) => back.mutate(pk)}
          />
        ))}
      </ol>
    </section>
  );
}

interface ActProps {
  act: MapHistory['acts'][number];
  isLive: boolean;
  busy: boolean;
  onBack: (pk: number) => void;
}

function Act({ act: { act, at, by, version_pk, note }, isLive, busy, onBack }: ActProps) {
  return (
    <li className={css.act}>
      <time dateTime={at}>{moment(at)}</time>
      <p>
        <strong>{by ?? 'An import'}</strong> {acts[act]}
        {version_pk !== null && <code> map {version_pk}</code>}
        {note && <small>{note}</small>}
      </p>
      {version_pk !== null &&
        (isLive ? (
          <span className={css.live}>live</span>
        ) : (
          <Button size="sm" busy={busy} onClick={() => onBack(version_pk)}>
            Go back to this
          </Button>
        ))}
    </li>
  );
}
