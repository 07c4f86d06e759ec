import { Link } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { Form, useForm } from '#ui/form.tsx';
import { FormFrame, Result, Submit } from '../form-frame.tsx';
import type { LinkParts } from './mail-link.tsx';

/**
 * The page that the link at the end of an announcement opens. It acts only when a button is pressed, because programs
 * that read mails open links too.
 */
export function UnsubscribePage({ link }: { link: LinkParts }) {
  const api = useApi();
  const form = useForm({
    fields: [],
    send: () => api('POST /api/account/unsubscribe', { body: link }),
  });
  return (
    <FormFrame
      label="Announcements"
      title={form.isSuccess ? 'You get no more of them' : 'Get no more announcements'}
      lead="Mails about your account itself, such as a new password, still come."
      footer={<Link to="/map">To the map</Link>}
    >
      {form.isSuccess ? (
        <Result kind="tip" title="Done">
          <p>You can switch them on again in your account settings.</p>
        </Result>
      ) : (
        <Form form={form}>
          <Submit busy={form.isPending} status="Unsubscribing …">
            Get no more announcements
          </Submit>
        </Form>
      )}
    </FormFrame>
  );
}
