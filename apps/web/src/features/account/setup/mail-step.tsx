import type { SetupMailAnswer, SetupState } from '@hexpedition/contract';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { emailProblem } from '../field-checks.ts';
import css from './setup.module.css';
import { StepActions, StepHead } from './step-frame.tsx';
import type { StepProps } from './step-props.ts';

/** Third step: a test mail, or the explanation of the outbox. It can be skipped. */
export function MailStep({ token, state: { mail }, goTo }: StepProps) {
  return (
    <div className={css.narrow}>
      {mail ? <MailTest token={token} mail={mail} /> : <NoMailServer />}
      <StepActions onBack={() => goTo('site')}>
        <Button variant="primary" onClick={() => goTo('account')}>
          Continue
        </Button>
      </StepActions>
    </div>
  );
}

const NoMailServer = () => (
  <>
    <StepHead title="Mail test" lead="No mail server is set, so the site sends no mails yet." />
    <Callout kind="note" title="Mails stay in the outbox">
      <p>
        The site stores each mail for a week, and superusers read it in the admin area under Email. This is enough on a
        laptop or in a classroom.
      </p>
      <p>
        To send mails, set <code>SMTP_URL</code> and start the server again. It prints a new link, and your entries stay
        in this browser.
      </p>
    </Callout>
  </>
);

function MailTest({ token, mail }: { token: string; mail: NonNullable<SetupState['mail']> }) {
  const api = useApi();
  const form = useForm({
    fields: ['to'],
    check: ({ to }) => ({ to: emailProblem(to) }),
    send: async ({ to }) => ({ to, ...(await api('POST /api/setup/mail', { body: { token, to } })) }),
  });
  return (
    <>
      <StepHead
        title="Mail test"
        lead={
          <>
            The site sends mails through <code>{mail.server}</code> as <code>{mail.from}</code>. Send one to yourself.
          </>
        }
      />
      <Form form={form}>
        <TextField
          label="Your email address"
          name="to"
          type="email"
          autoComplete="email"
          required
          hint="Only for this test. It is not stored."
          error={form.problems.to}
        />
        <div>
          <Button type="submit" busy={form.isPending}>
            Send test mail
          </Button>
        </div>
      </Form>
      <div aria-live="polite">{form.answer && <MailResult {...form.answer} server={mail.server} />}</div>
    </>
  );
}

function MailResult({ outcome, reason, to, server }: SetupMailAnswer & { to: string; server: string }) {
  if (outcome === 'refused') {
    return (
      <Callout kind="danger" title="The mail was not sent">
        <p className={css.reason}>{reason}</p>
        <p>
          Correct <code>SMTP_URL</code> or <code>MAIL_FROM</code> and start the server again. It prints a new link, and
          your entries stay in this browser. You can also continue, and test again later.
        </p>
      </Callout>
    );
  }
  return (
    <Callout kind="tip" title={`${server} accepted the mail`}>
      <p>Look into the mailbox of {to}. If nothing arrives, look into the folder for spam.</p>
    </Callout>
  );
}
