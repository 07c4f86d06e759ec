import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { checkNames, type Names, NamesFields } from '../names-fields.tsx';

interface Props {
  title: string;
  submitLabel: string;
  names?: Names;
  /** Saves the names. The form shows the error if the promise rejects. */
  onNames: (names: Names) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name and the address of a chapter or a lesson. */
export function NamesDialog({ title, submitLabel, names, onNames, onClose }: Props) {
  const form = useForm({
    fields: ['name', 'slug'],
    check: checkNames,
    send: onNames,
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form form={form}>
        <NamesFields
          names={names}
          maxNameLength={80}
          hint={
            names
              ? 'Existing links break when you change the address. Learners keep their progress.'
              : 'Last part of the URL.'
          }
          problems={form.problems}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            {submitLabel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
