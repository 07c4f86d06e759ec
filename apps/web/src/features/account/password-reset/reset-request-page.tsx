import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { checkEmail, refuse } from '../checks.ts';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import css from '../form-frame.module.css';
import { FormFrame } from '../form-frame.tsx';
import { text } from '../form-text.ts';
import { Outcome } from '../outcome.tsx';
import { Submit } from '../submit.tsx';
import { useProof } from '../use-proof.ts';

const names = { email: 'Email' };

/** Asks for a link. The answer is the same for every address, so that nobody learns who has an account here. */
export function ResetRequestPage() {
  const api = useApi();
  const proof = useProof('/api/account/reset');
  const ask = useMutation({
    meta: { suppress: [400, 429] },
    mutationFn: async (form: FormData) => {
      const email = text(form, 'email').trim();
      refuse(checkEmail(email));
      await api('POST /api/account/reset', { body: { email } }, await proof.make());
      return email;
    },
  });
  return (
    <FormFrame
      label="Back in"
      title="Forgot your password?"
      lead="Enter the email of your account. The mail brings a link that sets a new password."
      footer={
        <>
          Remembered it? <Link to="/login">Log in</Link>
        </>
      }
    >
      {ask.data === undefined ? (
        <form
          className={css.form}
          noValidate
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            if (!ask.isPending) ask.mutate(new FormData(event.currentTarget));
          }}
        >
          <FormErrors error={ask.error} names={names} />
          <TextField
            label={names.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            hint="It must be one that you confirmed. Without one, only the operator of this site can help."
            error={fieldErrors(ask.error).email}
          />
          <Submit busy={ask.isPending} isChecking={proof.isChecking} state="Sending …">
            Send the link
          </Submit>
        </form>
      ) : (
        <div className={css.form}>
          <Outcome kind="tip" title="Look into your mailbox">
            <p>
              If an account has the address <strong className={css.address}>{ask.data}</strong> and it is confirmed, a
              link is on its way. It works once, within an hour.
            </p>
          </Outcome>
          <Button wide onClick={() => ask.reset()}>
            Try another address
          </Button>
        </div>
      )}
    </FormFrame>
  );
}
