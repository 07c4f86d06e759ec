import { signupModes } from '#entities/site/signup-modes.ts';
import { siteNameProblem } from '#entities/site/site-name-problem.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from './setup.module.css';
import { siteKinds } from './site-kinds.ts';
import { FixedBy, StepActions, StepHead } from './step-frame.tsx';
import type { StepProps } from './step-props.ts';

/** Second step: the name of the site, and who may join. */
export function SiteStep({ state: { settings, host }, store: { draft, change }, goTo }: StepProps) {
  const suggested = siteKinds.find(({ kind }) => kind === draft.kind)?.register ?? 'open';
  const register = draft.register ?? suggested;
  const { name, register: mode } = settings;
  const form = useForm({
    fields: ['name'],
    check: (values) => ({ name: name.fixed_by ? undefined : siteNameProblem(values.name) }),
    send: async () => goTo('mail'),
  });
  return (
    <Form form={form} className={css.narrow}>
      <StepHead
        title="Name and sign-up"
        lead={`Visitors see the name at the top of ${host}, in titles and in mails.`}
      />
      {name.fixed_by ? (
        <FixedBy name={name.fixed_by}>The site is called {name.value}.</FixedBy>
      ) : (
        <TextField
          label="Name of the site"
          name="name"
          required
          maxLength={40}
          hint="2 to 40 characters, such as Harbour School."
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={form.problems.name}
        />
      )}
      {mode.fixed_by ? (
        <FixedBy name={mode.fixed_by}>
          Who may join: {signupModes.find((one) => one.mode === mode.value)?.name.toLowerCase()}.
        </FixedBy>
      ) : (
        <fieldset className={css.choice}>
          <legend>Who may join?</legend>
          {signupModes.map((one) => (
            <Checkbox
              key={one.mode}
              kind="radio"
              name="register"
              checked={register === one.mode}
              onChange={() => change({ register: one.mode })}
            >
              {one.name}
              <span className={css.about}>{one.about}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <StepActions onBack={() => goTo('kind')}>
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </StepActions>
    </Form>
  );
}
