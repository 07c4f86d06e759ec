import { Link } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { emailProblem } from '../field-checks.ts';
import css from '../form-frame.module.css';
import { FormFrame, Result, Submit } from '../form-frame.tsx';
import { useProof } from '../proof-of-work.ts';

/**
 * Requests a reset link. The answer is the same for every address, so that it does not reveal who has an account.
 * @param next page that needed a log-in
 */
export function ResetRequestPage({ next }: { next?: string | undefined }) {
  const api = useApi();
  const { mail } = useFeatures();
  const proof = useProof('/api/account/reset');
  const form = useForm({
    fields: ['email'],
    check: ({ email }) => ({ email: emailProblem(email) }),
    send: async ({ email }) => {
      await api('POST /api/account/reset', { body: { email } }, await proof.make());
      return email;
    },
  });
  return (
    <FormFrame
      label="Password reset"
      title="Forgot your password?"
      lead={
        mail
          ? 'Enter the email of your account. We send you a link to set a new password.'
          : 'This site sends no mail. Enter the email of your account, then ask the site’s operator for the link to set a new password.'
      }
      footer={
        <>
          Remember it?{' '}
          <Link to="/login" search={next ? { next } : {}}>
            Log in
          </Link>
        </>
      }
    >
      {form.answer === undefined ? (
        <Form form={form}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            hint="The email must be confirmed. Without a confirmed email, ask the operator of this site for help."
            error={form.problems.email}
          />
          <Submit busy={form.isPending} status={proof.status ?? 'Sending …'}>
            {mail ? 'Send link' : 'Request the link'}
          </Submit>
        </Form>
      ) : (
        <div className={css.form}>
          <Result kind="tip" title={mail ? 'Check your inbox' : 'Now ask the operator of this site'}>
            <p>
              If an account has the address <strong className={css.address}>{form.answer}</strong> and it is confirmed,{' '}
              {mail ? 'a link is on its way' : 'the operator has a link for you'}. It works once, within an hour.
            </p>
          </Result>
          <Button wide onClick={() => form.reset()}>
            Try another address
          </Button>
        </div>
      )}
    </FormFrame>
  );
}
