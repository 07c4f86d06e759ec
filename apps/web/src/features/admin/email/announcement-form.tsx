import type { Announcement, AnnouncementBody, MailPreview as Preview } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { announcementQuery } from '../admin-queries.ts';
import { AudienceFields, emptySegment } from './audience-fields.tsx';
import css from './email.module.css';
import { MailFrame } from './mail-frame.tsx';
import { SendForm } from './send-form.tsx';

const defaultPerMinute = 600;

/** Form of an announcement's text and recipients. A saved draft also shows the form that tests and sends it. */
export function AnnouncementForm({ draft }: { draft?: Announcement }) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const element = useRef<HTMLDivElement>(null);
  const [segment, setSegment] = useState(draft?.segment ?? emptySegment);
  const [isChanged, setChanged] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const form = useForm({
    fields: ['subject', 'body', 'per_minute'],
    check: ({ subject, body, per_minute }) => ({
      subject: subject === '' ? 'Enter a subject.' : undefined,
      body: body === '' ? 'Enter a text.' : undefined,
      per_minute: /^[1-9]\d{0,4}$/.test(per_minute) ? undefined : 'Enter a whole number from 1 to 60000.',
    }),
    send: ({ subject, body, per_minute }) => {
      const text: AnnouncementBody = { subject, body, segment, per_minute: Number(per_minute) };
      return draft
        ? api('PUT /api/admin/announcements/:pk', {
            params: { pk: draft.pk },
            body: { ...text, revision: draft.revision },
          })
        : api('POST /api/admin/announcements', { body: text });
    },
    onSuccess: async (answer) => {
      client.setQueryData(announcementQuery(answer.announcement.pk).queryKey, answer);
      await navigate({
        to: '/admin/email/$announcement',
        params: { announcement: String(answer.announcement.pk) },
        replace: true,
      });
    },
  });
  const loadPreview = useMutation({
    meta: { suppress: [400] },
    mutationFn: () => {
      const fieldValue = (name: string) =>
        element.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
      return api('POST /api/admin/announcements/preview', {
        body: { subject: fieldValue('subject'), body: fieldValue('body') },
      });
    },
    onSuccess: setPreview,
  });
  return (
    <div className={css.draft} ref={element} onInput={() => setChanged(true)}>
      <Form form={form}>
        <TextField
          label="Subject"
          name="subject"
          defaultValue={draft?.subject}
          maxLength={150}
          autoComplete="off"
          required
          error={form.problems.subject}
        />
        <TextArea
          label="Text"
          name="body"
          hint="Markdown. Paths such as /map link to this site."
          rows={12}
          defaultValue={draft?.body}
          required
          error={form.problems.body}
        />
        <AudienceFields
          segment={segment}
          onChange={(next) => {
            setSegment(next);
            setChanged(true);
          }}
        />
        <TextField
          label="Mails per minute"
          name="per_minute"
          hint="Stay within the limit of your mail server. Announcements are sent one at a time."
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          defaultValue={draft?.per_minute ?? defaultPerMinute}
          required
          error={form.problems.per_minute}
        />
        <FormActions>
          <Button type="submit" variant={draft && !isChanged ? 'secondary' : 'primary'} busy={form.isPending}>
            Save draft
          </Button>
          <Button busy={loadPreview.isPending} onClick={() => loadPreview.mutate()}>
            Preview
          </Button>
          <FormStatus error={loadPreview.error} />
        </FormActions>
      </Form>
      {draft &&
        (isChanged ? (
          <p className={css.hint}>Save the draft before you test or send it.</p>
        ) : (
          <SendForm draft={draft} />
        ))}
      <Dialog open={preview !== undefined} onClose={() => setPreview(undefined)} title="Preview">
        {preview && <MailPreview mail={preview} />}
      </Dialog>
    </div>
  );
}

/** Preview of a mail as HTML and as plain text. */
function MailPreview({ mail }: { mail: Preview }) {
  const [format, setFormat] = useState<'html' | 'text'>('html');
  return (
    <Tabs
      label="Mail format"
      value={format}
      onChange={setFormat}
      tabs={[
        { id: 'html', label: 'HTML', panel: <MailFrame title={`Preview: ${mail.subject}`} html={mail.html} /> },
        { id: 'text', label: 'Text', panel: <pre className={css.text}>{mail.text}</pre> },
      ]}
    />
  );
}
