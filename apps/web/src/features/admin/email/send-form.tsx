import type { Announcement } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { TextField } from '#ui/text-field.tsx';
import admin from '../admin.module.css';
import { announcementQuery } from '../admin-queries.ts';
import { testResult } from './announcement-states.ts';
import { AudienceCount } from './audience-fields.tsx';
import css from './email.module.css';

/** Tests, sends, schedules or deletes a saved draft. */
export function SendForm({ draft }: { draft: Announcement }) {
  const { pk, revision } = draft;
  const { mail } = useFeatures();
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState<'send' | 'delete'>();
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
        Send
      </h2>
      {!mail && (
        <Callout kind="warning" title="No mail server is set">
          <p>
            The mails are stored in the outbox and not sent. Set <code>SMTP_URL</code> first.
          </p>
        </Callout>
      )}
      <div className={admin.actions}>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <FormStatus error={test.error} done={test.data && testResult(test.data.to, mail)} />
      </div>
      <div className={css.row}>
        <TextField
          label="Time"
          type="datetime-local"
          hint="In the time zone of this device. Leave empty to send now."
          optional
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      <div className={admin.actions}>
        <Button variant="primary" onClick={() => setConfirming('send')}>
          {time === '' ? 'Send now' : 'Schedule'}
        </Button>
        <Button variant="quiet" onClick={() => setConfirming('delete')}>
          Delete draft
        </Button>
      </div>
      <Dialog
        open={confirming === 'send'}
        onClose={() => setConfirming(undefined)}
        title={time === '' ? 'Send this announcement now?' : 'Schedule this announcement?'}
        footer={
          <Button variant="primary" busy={send.isPending} onClick={() => send.mutate()}>
            {time !== '' ? 'Schedule' : mail ? 'Send to all recipients' : 'Store in the outbox'}
          </Button>
        }
      >
        <p>
          {mail
            ? `“${draft.subject}” goes to all recipients below. Mails already sent cannot be recalled.`
            : `No mail server is set. “${draft.subject}” is stored in the outbox for the recipients below, and not sent.`}
        </p>
        <AudienceCount segment={draft.segment} />
        <FormStatus error={send.error} />
      </Dialog>
      <Dialog
        open={confirming === 'delete'}
        onClose={() => setConfirming(undefined)}
        title="Delete this draft?"
        footer={
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete draft
          </Button>
        }
      >
        <p>“{draft.subject}” and its text will be deleted. It has not been sent.</p>
        <FormStatus error={remove.error} />
      </Dialog>
    </section>
  );
}
