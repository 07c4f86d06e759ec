import type { Announcement } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { TextField } from '#ui/text-field.tsx';
import admin from '../admin.module.css';
import { AudienceCount } from './audience-fields.tsx';
import css from './email.module.css';
import { announcementQuery } from './queries.ts';

/** The way out of a draft that is saved: a test to oneself, then all of it, now or later; or the end of it. */
export function SendForm({ draft }: { draft: Announcement }) {
  const { pk, revision } = draft;
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'send' | 'delete'>();
  const [time, setTime] = useState('');
  const test = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: () => api('POST /api/admin/announcements/:pk/test', { params: { pk } }),
  });
  const send = useMutation({
    meta: { suppress: [400, 409] },
    mutationFn: () =>
      api('POST /api/admin/announcements/:pk/send', {
        params: { pk },
        body: { revision, send_at: time === '' ? null : new Date(time).toISOString() },
      }),
    onSuccess: (answer) => client.setQueryData(announcementQuery(pk).queryKey, answer),
  });
  const remove = useMutation({
    meta: { suppress: [409] },
    mutationFn: () => api('DELETE /api/admin/announcements/:pk', { params: { pk } }),
    onSuccess: () => navigate({ to: '/admin/email' }),
  });
  return (
    <section className={admin.section} aria-labelledby="send">
      <h2 id="send" className={css.title}>
        Send it
      </h2>
      <div className={admin.actions}>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <FormStatus error={test.error} done={test.data && `Sent to ${test.data.to}.`} />
      </div>
      <div className={css.row}>
        <TextField
          label="Time"
          type="datetime-local"
          hint="By the clock of this device. Left empty, it leaves at once."
          optional
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      <div className={admin.actions}>
        <Button variant="primary" onClick={() => setAsked('send')}>
          {time === '' ? 'Send now' : 'Schedule'}
        </Button>
        <Button variant="quiet" onClick={() => setAsked('delete')}>
          Delete draft
        </Button>
      </div>
      <Dialog
        open={asked === 'send'}
        onClose={() => setAsked(undefined)}
        title={time === '' ? 'Send it now?' : 'Schedule it?'}
        footer={
          <Button variant="primary" busy={send.isPending} onClick={() => send.mutate()}>
            {time === '' ? 'Send to all of them' : 'Schedule'}
          </Button>
        }
      >
        <p>“{draft.subject}” goes to everybody below. What has left cannot be called back.</p>
        <AudienceCount segment={draft.segment} />
        <FormStatus error={send.error} />
      </Dialog>
      <Dialog
        open={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        title="Delete this draft?"
        footer={
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete it
          </Button>
        }
      >
        <p>“{draft.subject}” is gone then, with its text. Nobody has got it.</p>
        <FormStatus error={remove.error} />
      </Dialog>
    </section>
  );
}
