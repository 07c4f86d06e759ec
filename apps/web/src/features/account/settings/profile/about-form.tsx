import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { FormErrors, fieldErrors } from '../../form-errors.tsx';
import { aboutLength, aboutProblem } from '../checks.ts';
import { refuseField } from '../field-error.ts';
import css from '../form.module.css';
import { Outcome } from '../outcome.tsx';

interface Props {
  stored: string;
  about: string;
  onChange: (about: string) => void;
}

export function AboutForm({ stored, about, onChange }: Props) {
  const api = useApi();
  const save = useMutation({
    meta: { suppress: [400, 429] },
    mutationFn: (text: string) => {
      refuseField('about', aboutProblem(text));
      return api('POST /api/account/user_settings', { body: { about: text } });
    },
    onSuccess: ({ user }) => storeUser(user),
  });
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(about.trim());
      }}
    >
      <FormErrors error={save.error} names={{ about: 'A few lines' }} />
      <TextArea
        label="A few lines"
        name="about"
        optional
        rows={5}
        value={about}
        onChange={(event) => onChange(event.target.value)}
        hint={`${about.trim().length} of ${aboutLength} characters`}
        // While it is too long the field says so, before anybody asks for it to be saved.
        error={aboutProblem(about) ?? fieldErrors(save.error).about}
      />
      <div className={css.actions}>
        <Button type="submit" busy={save.isPending}>
          Save text
        </Button>
        <Outcome done={about.trim() === stored ? save.isSuccess && 'Saved.' : undefined} />
      </div>
    </form>
  );
}
