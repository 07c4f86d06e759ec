import { Link } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { Form, useForm } from '#ui/form.tsx';
import { FormFrame, Result, Submit } from '../form-frame.tsx';
import type { LinkParts } from './mail-link.tsx';

/**
 * Page behind the unsubscribe link of an announcement. It acts only on a button press, because mail scanners open links
 * too.
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
      title={form.isSuccess ? 'Unsubscribed' : 'Unsubscribe from announcements'}
      lead="You will still get mails about your account, such as password resets."
      footer={<Link to="/map">Go to the map</Link>}
    >
      {form.isSuccess ? (
        <Result kind="tip" title="You will get no more announcements">
          <p>You can turn them on again in your account settings.</p>
        </Result>
      ) : (
        <Form form={form}>
          <Submit busy={form.isPending} status="Unsubscribing …">
            Unsubscribe
          </Submit>
        </Form>
      )}
    </FormFrame>
  );
}
