import { useState } from 'react';
import { slugOf } from '#lib/slug-of.ts';
import { TextField } from '#ui/text-field.tsx';

export interface Names {
  name: string;
  /** Last segment of the URL path. */
  slug: string;
}

/** Returns the validation message of each field. */
export const checkNames = ({ name, slug }: Names) => ({
  name: name === '' ? 'Enter a name.' : undefined,
  slug: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : 'Use lowercase letters and digits, with single hyphens between them.',
});

interface Props {
  /** Current names; undefined for a new item. */
  names?: Names | undefined;
  maxNameLength: number;
  /** Hint below the address field. */
  hint: string;
  problems: Partial<Record<keyof Names, string>>;
}

/** The fields `name` and `slug` of a training, a chapter or a lesson, for the top of a dialog. */
export function NamesFields({ names, maxNameLength, hint, problems }: Props) {
  const [name, setName] = useState(names?.name ?? '');
  // The address of a new item follows its name until the author edits the address.
  const [slug, setSlug] = useState(names?.slug);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={maxNameLength}
        autoComplete="off"
        error={problems.name}
        // React's autoFocus runs before the dialog is shown; showModal() uses the attribute instead.
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
        error={problems.slug}
        hint={hint}
        onChange={({ target }) => setSlug(target.value)}
      />
    </>
  );
}
