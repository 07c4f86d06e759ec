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

/** Names a passkey that the device has made, and saves it. */
export function PasskeyName({ onSave, onDiscard }: Props) {
  const [suggestion] = useState(() => deviceName(navigator.userAgent));
  const form = useForm({
    fields: ['name'],
    check: ({ name }) => ({ name: name === '' ? 'Give it a name.' : undefined }),
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
            hint="So that you know it again when there are several."
            error={form.problems.name}
            // The browser's own window had the focus, and this field is the next thing to fill in.
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
