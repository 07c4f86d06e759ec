import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { instanceQuery } from '#entities/lab/lab-queries.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { homeFilesQuery } from '../../lab-queries.ts';
import { more, upload } from '../bench-icons.ts';
import type { HomeUploads } from './use-home-uploads.ts';

interface Props {
  slug: string;
  uploads: HomeUploads;
}

/** Tools at the right end of the tabs: upload, refresh and reset. */
export function FileTools({ slug, uploads }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { isFetching, refetch } = usePersonalQuery(homeFilesQuery(slug));
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload to your home"
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          // Lets the learner choose the same file again.
          target.value = '';
        }}
      />
      <Button
        variant="quiet"
        size="sm"
        square
        icon="refresh"
        busy={isFetching}
        aria-label="Refresh"
        onClick={() => void refetch()}
      />
      <Menu
        trigger={(props) => (
          <Button {...props} variant="quiet" size="sm" square icon={more} aria-label="Home options" />
        )}
      >
        <MenuItem icon="warning" onClick={() => setConfirming(true)}>
          Reset home …
        </MenuItem>
      </Menu>
      <Button size="sm" icon={upload} onClick={() => input.current?.click()}>
        Upload
      </Button>
      {isConfirming && <ResetHome slug={slug} onClose={() => setConfirming(false)} />}
    </>
  );
}

/** Dialog that resets the home. A home can only be deleted while the lab is stopped, so this stops and restarts it. */
function ResetHome({ slug, onClose }: { slug: string; onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const { data } = usePersonalQuery(homeFilesQuery(slug));
  const reset = useMutation({
    mutationFn: async () => {
      await api('POST /api/lab/:slug/stop', { params: { slug } });
      await api('DELETE /api/lab/:slug/home', { params: { slug } });
      return api('POST /api/lab/:slug/start', { params: { slug } });
    },
    onSuccess: async (answer) => {
      await setQueryResult(client, instanceQuery(slug), answer);
      client.removeQueries({ queryKey: homeFilesQuery(slug).queryKey });
      onClose();
    },
    onError: () => client.invalidateQueries({ queryKey: instanceQuery(slug).queryKey }),
  });
  const count = data?.files.length ?? 0;
  const files = data?.more ? 'every file' : count === 1 ? 'the one file' : `all ${count} files`;
  return (
    <ConfirmDialog
      title="Reset your home?"
      action="Reset and restart"
      busy={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onConfirm={() => reset.mutate()}
    >
      You lose {data ? files : 'every file'} in <code>/home/learner</code> of this lab. You can’t undo this, so download
      what you need first. The lab restarts with a fresh home. You keep the flags that you submitted and your repair.
    </ConfirmDialog>
  );
}
