import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../security.module.css';
import { deviceName } from './device-name.ts';

interface Props {
  onSave: (name: string) => Promise<void>;
  onDiscard: () => void;
}

/** Asks for the name of a new passkey and saves it. */
export function PasskeyName({ onSave, onDiscard }: Props) {
  const [suggestion] = useState(() => deviceName(navigator.userAgent));
  const form = useForm({
    fields: ['name'],
    check: ({ name }) => ({ name: name === '' ? 'Enter a name.' : undefined }),
    send: ({ name }) => onSave(name),
  });
  return (
    <div className={css.step}>
      <h3 className={css.subtitle}>Name your passkey</h3>
      <Form form={form}>
        <div className={css.name}>
          <TextField
            label="Name"
            name="name"
            defaultValue={suggestion}
            maxLength={60}
            autoComplete="off"
            required
            hint="Helps you tell several passkeys apart."
            error={form.problems.name}
            // The browser's passkey prompt had the focus; this field is next.
            ref={focusAndSelect}
          />
        </div>
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Save passkey
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </Form>
    </div>
  );
}

function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}
