import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { plural } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Sessions } from './session-row.tsx';

export function LogOutOthers({ count, onEnded }: { count: number; onEnded: (left: Sessions) => void }) {
  const api = useApi();
  const [asked, setAsked] = useState(false);
  const end = useMutation({
    scope: { id: 'sessions' },
    meta: { suppress: [429] },
    mutationFn: () => api('POST /api/account/logout_others'),
    onSuccess: (left) => {
      // Close the dialog synchronously: it restores the focus to the button, which is about to be removed. Only then
      // can the focus move on.
      flushSync(() => setAsked(false));
      onEnded(left);
    },
  });
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          end.reset();
          setAsked(true);
        }}
      >
        Log out all others
      </Button>
      <Dialog
        open={asked}
        title="Log out all other devices?"
        onClose={() => setAsked(false)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsked(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
              Log them out
            </Button>
          </>
        }
      >
        {end.error && <Callout kind="danger" role="alert" title={problemText(end.error)} />}
        <p>
          {plural(count, 'device')} will have to log in again. This device stays logged in. If you do not recognise one
          of them, change your password too.
        </p>
      </Dialog>
    </>
  );
}
