import type { AuthoredTrainings } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { checkNames, NamesFields } from '../names-fields.tsx';
import { forgetPublished } from '../queries.ts';
import css from './trainings.module.css';

interface Props {
  continents: AuthoredTrainings['continents'];
  onClose: () => void;
}

/** Makes a training, which is hidden until its author shows it, and leads to it. */
export function NewTraining({ continents, onClose }: Props) {
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
    onSuccess: (made) => {
      forgetPublished(client);
      void navigate({ to: '/admin/training/$training', params: { training: made.slug } });
    },
  });
  return (
    <Dialog open onClose={onClose} title="A new training">
      <Form form={form}>
        <NamesFields longestName={60} hint="It stays: links and the map go by it." problems={form.problems} />
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
            Video: on the map of videos
          </Checkbox>
        </fieldset>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Make it, hidden
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
