import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { aboutLength, aboutProblem } from '../../checks.ts';

interface Props {
  stored: string;
  about: string;
  onChange: (about: string) => void;
}

export function AboutForm({ stored, about, onChange }: Props) {
  const api = useApi();
  const form = useForm({
    fields: ['about'],
    check: (values) => ({ about: aboutProblem(values.about) }),
    send: (body) => api('POST /api/account/user_settings', { body }),
    onSuccess: ({ user }) => storeUser(user),
  });
  return (
    <Form form={form}>
      <TextArea
        label="A few lines"
        name="about"
        optional
        rows={5}
        value={about}
        onChange={(event) => onChange(event.target.value)}
        hint={`${about.trim().length} of ${aboutLength} characters`}
        // The field says that the text is too long while it is typed, before anybody saves it.
        error={aboutProblem(about) ?? form.problems.about}
      />
      <FormActions done={form.isSuccess && about.trim() === stored && 'Saved.'}>
        <Button type="submit" busy={form.isPending}>
          Save text
        </Button>
      </FormActions>
    </Form>
  );
}
