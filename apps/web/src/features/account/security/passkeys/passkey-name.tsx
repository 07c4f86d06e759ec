import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { refuse } from '../../checks.ts';
import { FormErrors, fieldErrors } from '../../form-errors.tsx';
import { text } from '../../form-text.ts';
import css from '../security.module.css';
import { deviceName } from './device-name.ts';

interface Props {
  onSave: (name: string) => Promise<void>;
  onDiscard: () => void;
}

/** Names a passkey that the device has made, and hands it in. */
export function PasskeyName({ onSave, onDiscard }: Props) {
  const [suggestion] = useState(() => deviceName(navigator.userAgent));
  const save = useMutation({
    meta: { suppress: [400, 409, 429] },
    mutationFn: async (form: FormData) => {
      const name = text(form, 'name').trim();
      if (name === '') refuse({ name: 'Give it a name.' });
      return onSave(name);
    },
  });
  return (
    <form
      className={css.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(new FormData(event.currentTarget));
      }}
    >
      <h3 className={css.subtitle}>Name your passkey</h3>
      <FormErrors error={save.error} names={{ name: 'Name' }} />
      <div className={css.name}>
        <TextField
          label="Name"
          name="name"
          defaultValue={suggestion}
          maxLength={60}
          autoComplete="off"
          required
          hint="So that you know it again when there are several."
          error={fieldErrors(save.error).name}
          // The browser's own window had the focus; here is what comes next.
          ref={focusAndSelect}
        />
      </div>
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save passkey
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </form>
  );
}

function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}
