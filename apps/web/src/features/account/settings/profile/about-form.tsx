import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { aboutLength, aboutProblem } from '../../field-checks.ts';
import type { useAboutDraft } from './use-about-draft.ts';

export function AboutForm({ draft }: { draft: ReturnType<typeof useAboutDraft> }) {
  const { about, isUnsaved, isOld } = draft;
  const api = useApi();
  const form = useForm({
    fields: ['about'],
    check: (values) => ({ about: aboutProblem(values.about) }),
    send: (body) => api('POST /api/account/user_settings', { body }),
    onSuccess: ({ user }) => {
      storeUser(user);
      draft.saved(user.account.public_profile.about);
    },
  });
  return (
    <Form form={form}>
      {isOld && <Callout title="You have unsaved changes from an earlier visit." />}
      <TextArea
        label="Bio"
        name="about"
        optional
        rows={5}
        value={about}
        onChange={(event) => draft.write(event.target.value)}
        hint={`${about.trim().length} of ${aboutLength} characters`}
        // Shows while typing that the text is too long.
        error={aboutProblem(about) ?? form.problems.about}
      />
      <FormActions done={form.isSuccess && !isUnsaved && 'Saved.'}>
        <Button type="submit" busy={form.isPending}>
          Save text
        </Button>
        {isUnsaved && (
          <Button variant="quiet" onClick={draft.discard}>
            Discard changes
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
