import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { checkSignup, refuse } from '../checks.ts';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import css from '../form-frame.module.css';
import { FormFrame } from '../form-frame.tsx';
import { text } from '../form-text.ts';
import { ProviderButton } from '../provider/provider-button.tsx';
import { Submit } from '../submit.tsx';
import { useEnter } from '../use-enter.ts';
import { useProof } from '../use-proof.ts';
import { InviteField } from './invite-field.tsx';

const names = { username: 'Username', email: 'Email', password: 'Password', invite_code: 'Invitation code' };

export function SignupPage({ next }: { next: string | undefined }) {
  const api = useApi();
  const { register, invite_only } = useFeatures();
  const enter = useEnter(next);
  const proof = useProof('/api/account/signup');
  const signUp = useMutation({
    meta: { suppress: [400, 403, 429] },
    mutationFn: async (form: FormData) => {
      const body = {
        username: text(form, 'username'),
        email: text(form, 'email').trim(),
        password: text(form, 'password'),
        invite_code: text(form, 'invite_code'),
      };
      refuse(checkSignup(body, invite_only));
      return api('POST /api/account/signup', { body }, await proof.make());
    },
    onSuccess: (answer) => {
      enter(answer);
      const { pending_email } = answer.user;
      if (pending_email) toast(`A link to confirm ${pending_email} is on its way.`);
    },
  });
  const errors = fieldErrors(signUp.error);
  return (
    <FormFrame
      label="Join the expedition"
      title="Create account"
      lead="It keeps your progress, your flags and your place on the map."
      footer={
        <>
          Already have one?{' '}
          <Link to="/login" search={next ? { next } : {}}>
            Log in
          </Link>
        </>
      }
    >
      {!register && (
        <Callout className={css.notice ?? ''} kind="warning">
          New accounts are switched off at the moment. The map and the lessons stay open.
        </Callout>
      )}
      <form
        className={css.form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (!signUp.isPending) signUp.mutate(new FormData(event.currentTarget));
        }}
      >
        <FormErrors error={signUp.error} names={names} />
        {invite_only && <InviteField required error={errors.invite_code} />}
        <TextField
          label={names.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Everybody can see it. Letters, digits, hyphens and underscores."
          error={errors.username}
        />
        <TextField
          label={names.email}
          name="email"
          type="email"
          autoComplete="email"
          optional
          hint="Only for getting back in if you forget your password."
          error={errors.email}
        />
        <PasswordField
          label={names.password}
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row are fine."
          error={errors.password}
        />
        {!invite_only && <InviteField error={errors.invite_code} />}
        <Submit
          busy={signUp.isPending}
          isChecking={proof.isChecking}
          state="Creating your account …"
          disabled={!register}
        >
          Create account
        </Submit>
      </form>
      {register && (
        <div className={css.ways}>
          <ProviderButton next={next} />
        </div>
      )}
    </FormFrame>
  );
}
