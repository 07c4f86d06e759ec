import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import { text } from '../form-text.ts';
import { refuseField } from './field-error.ts';
import css from './form.module.css';
import { Outcome } from './outcome.tsx';
import { SettingsSection } from './settings-section.tsx';
import { grantWords } from './words.ts';

export function InviteSection() {
  const api = useApi();
  const [asked, setAsked] = useState<string>();
  const take = useMutation({
    meta: { suppress: [400, 409, 429] },
    mutationFn: async (code: string) => {
      refuseField('invite_code', code === '' ? 'Enter your invitation code.' : undefined);
      return api('POST /api/account/invite_code', { body: { invite_code: code } });
    },
    onSuccess: ({ user }) => {
      if (user) storeUser(user);
    },
  });
  return (
    <SettingsSection
      title="Invitation code"
      lead="Somebody gave you a code? It may hold a tier for a while, or access to what is still in beta."
    >
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (take.isPending) return;
          const code = text(new FormData(event.currentTarget), 'invite_code').trim();
          if (code === '') take.mutate(code);
          else setAsked(code);
        }}
      >
        <FormErrors error={take.error} names={{ invite_code: 'Code' }} />
        <TextField
          label="Code"
          name="invite_code"
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          required
          error={fieldErrors(take.error).invite_code}
        />
        <div className={css.actions}>
          <Button type="submit" busy={take.isPending}>
            Use code
          </Button>
          <Outcome
            done={take.isSuccess && `You have ${grantWords(take.data.grants, Date.now()) || 'nothing new by it'}.`}
          />
        </div>
      </form>
      <Dialog
        open={asked !== undefined}
        title="Use this code now?"
        onClose={() => setAsked(undefined)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsked(undefined)}>
              Not yet
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsked(undefined);
                take.mutate(asked ?? '');
              }}
            >
              Use it
            </Button>
          </>
        }
      >
        What it holds is yours from this moment on, and so the days begin to count. You can use a code once.
      </Dialog>
    </SettingsSection>
  );
}
