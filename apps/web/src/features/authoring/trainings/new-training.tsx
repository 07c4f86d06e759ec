import type { AuthoredTrainings } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { slugOf } from '#lib/slug-of.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
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
  const [name, setName] = useState('');
  // Until somebody says otherwise, the address follows the name.
  const [slug, setSlug] = useState<string>();
  const form = useForm({
    fields: ['name', 'slug', 'continent', 'kind'],
    check: (given) => ({ name: given.name === '' ? 'Give it a name.' : undefined }),
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
        <TextField
          label="Name"
          name="name"
          value={name}
          maxLength={60}
          autoComplete="off"
          error={form.problems.name}
          // React's own autoFocus comes before the dialog is shown; showModal heeds the attribute.
          ref={(input) => input?.setAttribute('autofocus', '')}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Address"
          name="slug"
          mono
          value={slug ?? slugOf(name)}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          error={form.problems.slug}
          hint="It stays: links and the map go by it."
          onChange={({ target }) => setSlug(target.value)}
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
