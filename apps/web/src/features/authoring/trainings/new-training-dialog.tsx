import type { AuthoredTrainings } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { refreshPublished } from '../authoring-queries.ts';
import { checkNames, NamesFields } from '../names-fields.tsx';
import css from './trainings.module.css';

interface Props {
  continents: AuthoredTrainings['continents'];
  onClose: () => void;
}

/** Creates a hidden training and opens its page. */
export function NewTrainingDialog({ continents, onClose }: Props) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    fields: ['name', 'slug', 'continent', 'kind'],
    check: checkNames,
    send: ({ name, slug, continent, kind }) =>
      api('POST /api/admin/trainings', {
        body: { name, slug, continent, kind: kind === 'video' ? 'video' : 'course' },
      }),
    onSuccess: (created) => {
      refreshPublished(client);
      void navigate({ to: '/admin/training/$training', params: { training: created.slug } });
    },
  });
  return (
    <Dialog open onClose={onClose} title="New course">
      <Form form={form}>
        <NamesFields
          maxNameLength={60}
          hint="You can't change this later. Links and the map use it."
          problems={form.problems}
        />
        <SelectField label="Continent" name="continent" error={form.problems.continent}>
          {continents.map((one) => (
            <option key={one.slug} value={one.slug}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <fieldset className={css.kinds}>
          <legend>Kind</legend>
          <Checkbox kind="radio" name="kind" value="course" defaultChecked>
            Course
          </Checkbox>
          <Checkbox kind="radio" name="kind" value="video">
            Video: shown on the YouTube Map
          </Checkbox>
        </fieldset>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Create hidden course
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
