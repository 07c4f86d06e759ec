import { differencesBetween } from '@hexpedition/hexkit/merge';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { describeDifferences } from '../describe-differences.ts';
import { versionQuery } from '../editor-queries.ts';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';

/** Shows the changes since the live map, and publishes to beta or to everyone. */
export function PublishMapDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { hexmap, document, server, compiled } = editor;
  const api = useApi();
  const live = useQuery({ ...versionQuery(hexmap, server.live?.pk ?? 0), enabled: server.live !== null });
  const lines = live.data ? describeDifferences(differencesBetween(live.data.document, document), document) : undefined;
  const errors = compiled?.issues.filter(({ severity }) => severity === 'error').length ?? 0;

  const publish = useMutation({
    mutationFn: async (version: 'beta' | '2') => {
      if (!(await editor.save())) throw new Error('The draft is not saved yet. Try again.');
      const etag = editor.etagNow();
      const answer = await api(
        `POST /api/config/${hexmap}:version/edit`,
        { params: { version }, body: {} },
        { headers: { 'if-match': etag } },
      );
      return { answer, version };
    },
    onSuccess: ({ answer, version }) => {
      // Keeps the local document object, because the history holds it.
      editor.know({ ...answer, document: editor.document });
      toast(
        version === '2' ? 'The map is live for everyone.' : 'The map is live for accounts with beta access.',
        'good',
      );
      onClose();
    },
  });
  const isDisabled = errors > 0 || !compiled;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publish"
      footer={
        <>
          <Button
            busy={publish.isPending && publish.variables === 'beta'}
            disabled={isDisabled}
            onClick={() => publish.mutate('beta')}
          >
            Publish to beta
          </Button>
          <Button
            variant="primary"
            busy={publish.isPending && publish.variables === '2'}
            disabled={isDisabled}
            onClick={() => publish.mutate('2')}
          >
            Publish to everyone
          </Button>
        </>
      }
    >
      {errors > 0 && (
        <Callout kind="danger" title="The map has errors">
          <p>Fix them before you publish. The problems are listed next to the map.</p>
        </Callout>
      )}
      {publish.error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(publish.error)}</p>
        </Callout>
      )}
      <h3 className={css.subhead}>Changes since the live map</h3>
      {!server.live ? (
        <p className={css.lead}>No map is live yet.</p>
      ) : !lines ? (
        <Skeleton lines={4} />
      ) : lines.length === 0 ? (
        <p className={css.lead}>No changes. This map is already live.</p>
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
