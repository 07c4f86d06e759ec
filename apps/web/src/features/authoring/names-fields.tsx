import { useState } from 'react';
import { slugOf } from '#lib/slug-of.ts';
import { TextField } from '#ui/text-field.tsx';

export interface Names {
  name: string;
  /** What the address ends in. */
  slug: string;
}

/** What is wrong with names, field by field. */
export const checkNames = ({ name, slug }: Names) => ({
  name: name === '' ? 'Give it a name.' : undefined,
  slug: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : 'An address has small letters and digits, with single hyphens between them.',
});

interface Props {
  /** Those that it has; none for something new. */
  names?: Names | undefined;
  longestName: number;
  /** What an address means here. */
  hint: string;
  problems: Partial<Record<keyof Names, string>>;
}

/** The fields `name` and `slug` of a training, a chapter or a lesson, for the top of a dialog. */
export function NamesFields({ names, longestName, hint, problems }: Props) {
  const [name, setName] = useState(names?.name ?? '');
  // Until somebody says otherwise, the address of a new one follows its name.
  const [slug, setSlug] = useState(names?.slug);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={longestName}
        autoComplete="off"
        error={problems.name}
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
        error={problems.slug}
        hint={hint}
        onChange={({ target }) => setSlug(target.value)}
      />
    </>
  );
}
