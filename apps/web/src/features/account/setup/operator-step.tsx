import type { SignedIn, SiteSettingsEdit } from '@hexpedition/contract';
import { signupModes } from '#entities/site/signup-modes.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { newPasswordProblem, usernameProblem } from '../field-checks.ts';
import { useProof } from '../proof-of-work.ts';
import css from './setup.module.css';
import { siteKinds } from './site-kinds.ts';
import { StepActions, StepHead } from './step-frame.tsx';
import type { StepProps } from './step-props.ts';

/** Last step: the account of the operator. It stores the account and all settings. */
export function OperatorStep(props: StepProps & { onFinish: (answer: SignedIn) => void }) {
  const { token, store, goTo, onFinish } = props;
  const { draft, change } = store;
  const api = useApi();
  const proof = useProof('/api/setup/finish');
  const settings = settingsOf(props);
  const form = useForm({
    fields: ['username', 'password'],
    check: ({ username, password }) => ({
      username: usernameProblem(username),
      password: newPasswordProblem(password),
    }),
    send: async ({ username, password }) =>
      api('POST /api/setup/finish', { body: { token, username, password, settings } }, await proof.make()),
    onSuccess: onFinish,
  });
  return (
    <Form form={form} className={css.narrow}>
      <StepHead
        title="Your account"
        lead="It can change everything on this site. You can add a second factor to it afterwards, under Account."
      />
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="Visible to everyone. Letters, digits, hyphens and underscores."
        value={draft.username}
        onChange={(event) => change({ username: event.target.value })}
        error={form.problems.username}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Several words in a row work well."
        error={form.problems.password}
      />
      <Summary {...props} />
      <StepActions onBack={() => goTo('mail')}>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Finish the setup
        </Button>
      </StepActions>
      <output className={css.progress}>{form.isPending && (proof.status ?? 'Storing the settings …')}</output>
    </Form>
  );
}

/** Returns the settings that no environment variable fixes. */
function settingsOf({ state: { settings }, store: { draft } }: StepProps): SiteSettingsEdit {
  const kind = siteKinds.find((one) => one.kind === draft.kind);
  return {
    ...(settings.name.fixed_by ? {} : { name: draft.name.trim() }),
    ...(settings.register.fixed_by ? {} : { register: draft.register ?? kind?.register }),
    ...(settings.free_tier.fixed_by ? {} : { free_tier: kind?.freeTier }),
  };
}

/** Lists the settings that the last step stores. */
function Summary({ state: { settings }, store: { draft } }: StepProps) {
  const kind = siteKinds.find((one) => one.kind === draft.kind);
  const register = settings.register.fixed_by ? settings.register.value : (draft.register ?? kind?.register);
  const freeTier = settings.free_tier.fixed_by ? settings.free_tier.value : kind?.freeTier;
  return (
    <dl className={css.summary}>
      <dt>Name</dt>
      <dd>{settings.name.fixed_by ? settings.name.value : draft.name}</dd>
      <dt>Who may join</dt>
      <dd>{signupModes.find(({ mode }) => mode === register)?.name}</dd>
      <dt>Free</dt>
      <dd>
        {freeTier === 3 ? 'Every course and lab' : freeTier === 0 ? 'Free courses' : `Courses up to tier ${freeTier}`}
      </dd>
    </dl>
  );
}
