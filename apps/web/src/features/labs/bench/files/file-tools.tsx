import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { putAnswer, useApi, usePersonalQuery } from '#lib/query.ts';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { instanceQuery } from '../../queries.public.ts';
import { more, upload } from '../bench-icons.ts';
import { homeFilesQuery } from '../queries.ts';
import type { Uploads } from './use-uploads.ts';

interface Props {
  slug: string;
  uploads: Uploads;
}

/** Upload, refresh and what is rare, at the right end of the tabs. */
export function FileTools({ slug, uploads }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isAsked, setAsked] = useState(false);
  const { isFetching, refetch } = usePersonalQuery(homeFilesQuery(slug));
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to put into your home"
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        variant="quiet"
        size="sm"
        square
        icon="refresh"
        busy={isFetching}
        aria-label="Read the list again"
        onClick={() => void refetch()}
      />
      <Menu
        trigger={(props) => (
          <Button {...props} variant="quiet" size="sm" square icon={more} aria-label="More about the home" />
        )}
      >
        <MenuItem icon="warning" onClick={() => setAsked(true)}>
          Reset the home …
        </MenuItem>
      </Menu>
      <Button size="sm" icon={upload} onClick={() => input.current?.click()}>
        Upload
      </Button>
      {isAsked && <ResetHome slug={slug} onClose={() => setAsked(false)} />}
    </>
  );
}

/** A home is thrown away while nothing runs in it: the lab stops, and starts again with a new one. */
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
      await putAnswer(client, instanceQuery(slug), answer);
      client.removeQueries({ queryKey: homeFilesQuery(slug).queryKey });
      onClose();
    },
    onError: () => client.invalidateQueries({ queryKey: instanceQuery(slug).queryKey }),
  });
  const count = data?.files.length ?? 0;
  const files = data?.more ? 'every file' : count === 1 ? 'the one file' : `all ${count} files`;
  return (
    <Ask
      title="Reset the home?"
      action="Throw it away and start again"
      busy={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onConfirm={() => reset.mutate()}
    >
      You lose {data ? files : 'every file'} in <code>/home/learner</code> of this lab, and nothing brings them back:
      download what you need first. The lab stops and starts again with the home as it was on the first day. Flags that
      you have handed in stay yours, and so does your repair.
    </Ask>
  );
}
