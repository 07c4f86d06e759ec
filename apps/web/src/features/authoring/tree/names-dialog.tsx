import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { checkNames, type Names, NamesFields } from '../names-fields.tsx';

interface Props {
  title: string;
  /** What the button says. */
  act: string;
  names?: Names;
  /** If it rejects, the form shows why. */
  onNames: (names: Names) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a chapter or a lesson, and for what its address ends in. */
export function NamesDialog({ title, act, names, onNames, onClose }: Props) {
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
          longestName={80}
          hint={
            names
              ? 'Links that people have kept lead nowhere when it changes. Progress stays in any case.'
              : 'What its address ends in.'
          }
          problems={form.problems}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            {act}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
