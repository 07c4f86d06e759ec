import { differencesBetween } from '@hexpedition/hexkit/merge';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { versionQuery } from '../queries.ts';
import type { Editor } from '../use-editor.ts';
import { differenceLines } from '../words.ts';
import css from './panels.module.css';

/** What would change for everybody, and the two ways to let it. */
export function PublishDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { hexmap, document, server, compiled } = editor;
  const api = useApi();
  const live = useQuery({ ...versionQuery(hexmap, server.live?.pk ?? 0), enabled: server.live !== null });
  const lines = live.data ? differenceLines(differencesBetween(live.data.document, document), document) : undefined;
  const errors = compiled?.issues.filter(({ severity }) => severity === 'error').length ?? 0;

  const publish = useMutation({
    mutationFn: async (version: 'beta' | '2') => {
      if (!(await editor.save())) throw new Error('It is not saved yet.');
      const etag = editor.etagNow();
      const answer = await api(
        `POST /api/config/${hexmap}:version/edit`,
        { params: { version }, body: {} },
        { headers: { 'if-match': etag } },
      );
      return { answer, version };
    },
    onSuccess: ({ answer, version }) => {
      // The document is the one that was sent: ours, which the history holds.
      editor.know({ ...answer, document: editor.document });
      toast(version === '2' ? 'Everybody sees this map now.' : 'Accounts with beta access see this map now.', 'good');
      onClose();
    },
  });
  const isOff = errors > 0 || !compiled;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publish"
      footer={
        <>
          <Button
            busy={publish.isPending && publish.variables === 'beta'}
            disabled={isOff}
            onClick={() => publish.mutate('beta')}
          >
            Publish to beta
          </Button>
          <Button
            variant="primary"
            busy={publish.isPending && publish.variables === '2'}
            disabled={isOff}
            onClick={() => publish.mutate('2')}
          >
            Publish to everybody
          </Button>
        </>
      }
    >
      {errors > 0 && (
        <Callout kind="danger" title="There are faults">
          <p>Settle them first: they are listed beside the map.</p>
        </Callout>
      )}
      {publish.error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(publish.error)}</p>
        </Callout>
      )}
      <h3 className={css.subhead}>Different from what is live</h3>
      {!server.live ? (
        <p className={css.lead}>Nothing is live yet.</p>
      ) : !lines ? (
        <Skeleton lines={4} />
      ) : lines.length === 0 ? (
        <p className={css.lead}>Nothing. Everybody sees this map already.</p>
      ) : (
        <ul className={css.differences}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
