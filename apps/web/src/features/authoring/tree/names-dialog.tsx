import { useState } from 'react';
import { slugOf } from '#lib/slug-of.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';

interface Props {
  title: string;
  /** What the button says. */
  act: string;
  names?: { name: string; slug: string };
  /** If it rejects, the form shows why. */
  onNames: (names: { name: string; slug: string }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a chapter or a lesson, and for what its address ends in. */
export function NamesDialog({ title, act, names, onNames, onClose }: Props) {
  const [name, setName] = useState(names?.name ?? '');
  // Until somebody says otherwise, the address of a new one follows its name.
  const [slug, setSlug] = useState(names?.slug);
  const form = useForm({
    fields: ['name', 'slug'],
    check: (given) => ({
      name: given.name === '' ? 'Give it a name.' : undefined,
      slug: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(given.slug)
        ? undefined
        : 'An address has small letters and digits, with single hyphens between them.',
    }),
    send: onNames,
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form form={form}>
        <TextField
          label="Name"
          name="name"
          value={name}
          maxLength={80}
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
          hint={
            names
              ? 'Links that people have kept lead nowhere when it changes. Progress stays in any case.'
              : 'What its address ends in.'
          }
          onChange={({ target }) => setSlug(target.value)}
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
