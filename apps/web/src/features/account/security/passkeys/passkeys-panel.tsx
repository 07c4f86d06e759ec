import type { Security } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPassword } from '#entities/account/confirm-password.tsx';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
import { securityQuery } from '../../account-queries.ts';
import { passkeyHeading } from '../section-headings.ts';
import css from '../security.module.css';
import { SecurityPanel } from '../security-panel.tsx';
import { usePanelStep } from '../use-panel-step.ts';
import { deviceName } from './device-name.ts';
import { makePasskey, type NewPasskey, passkeysSupported } from './passkey-device.ts';

type Passkey = Security['passkeys'][number];
type Step =
  | { kind: 'ask-add' | 'browser' }
  | { kind: 'trouble'; text: string }
  | { kind: 'name'; made: NewPasskey }
  | { kind: 'ask-remove'; passkey: Passkey };

/** Lists, adds and removes the passkeys of the account. */
export function PasskeysPanel({ security }: { security: Security }) {
  const api = useApi();
  const client = useQueryClient();
  const { step, setStep, headingRef, cancel, done } = usePanelStep<Step>();
  const supported = useHydrated() && passkeysSupported();
  const { passkeys } = security;

  const finish = (answer: Security, text: string) => {
    client.setQueryData(securityQuery.queryKey, answer);
    setStep({ kind: 'rest', done: text });
  };

  async function askDevice(begun: Parameters<typeof makePasskey>[0]) {
    setStep({ kind: 'browser' });
    try {
      const made = await makePasskey(begun);
      if (made) setStep({ kind: 'name', made });
      else setStep({ kind: 'trouble', text: 'No passkey was added. The prompt was cancelled or timed out.' });
    } catch (error) {
      setStep({ kind: 'trouble', text: messageOf(error) });
    }
  }

  return (
    <SecurityPanel
      {...passkeyHeading}
      headingRef={headingRef}
      done={step.kind === 'browser' ? 'Follow the prompts of your browser …' : done}
    >
      {passkeys.length === 0 && step.kind !== 'name' && <p className={css.hint}>You have no passkeys yet.</p>}
      {passkeys.length > 0 && (
        <ul className={css.keys}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.pk} passkey={passkey} onRemove={() => setStep({ kind: 'ask-remove', passkey })} />
          ))}
        </ul>
      )}
      {step.kind === 'trouble' && <Callout kind="warning" role="alert" title={step.text} />}
      {step.kind === 'name' ? (
        <PasskeyName
          onSave={async (name) => {
            const body = { ...step.made, name };
            finish(await api('POST /api/account/passkey/add', { body }), `Passkey “${name}” added.`);
          }}
          onDiscard={() => setStep({ kind: 'rest', done: 'No passkey was added. Your device may still list it.' })}
        />
      ) : supported ? (
        <div className={css.actions}>
          <Button icon="plus" busy={step.kind === 'browser'} onClick={() => setStep({ kind: 'ask-add' })}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className={css.hint}>This browser cannot add passkeys here. You need a recent browser and HTTPS.</p>
      )}

      <ConfirmPassword
        open={step.kind === 'ask-add'}
        title="Add a passkey"
        text="Your browser will ask where to store it: on this device, your phone or a security key."
        action="Continue"
        onClose={() => cancel('ask-add')}
        onConfirm={async (password) => {
          const begun = await api('POST /api/account/passkey/options', { body: { password } });
          // Not awaited: the dialog closes while the browser shows its own prompt.
          void askDevice(begun);
        }}
      />
      <ConfirmPassword
        open={step.kind === 'ask-remove'}
        title="Remove this passkey?"
        text={
          step.kind === 'ask-remove' &&
          `“${step.passkey.name}” can no longer log you in. Delete it on its device as well.`
        }
        action="Remove"
        danger
        onClose={() => cancel('ask-remove')}
        onConfirm={async (password) => {
          if (step.kind !== 'ask-remove') return;
          const { pk, name } = step.passkey;
          const answer = await api('POST /api/account/passkey/remove', { body: { pk, password } });
          finish(answer, `Passkey “${name}” removed.`);
        }}
      />
    </SecurityPanel>
  );
}

interface PasskeyNameProps {
  onSave: (name: string) => Promise<void>;
  onDiscard: () => void;
}

/** Asks for the name of a new passkey and saves it. */
function PasskeyName({ onSave, onDiscard }: PasskeyNameProps) {
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

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at, synced } = passkey;
  return (
    <li className={css.key}>
      <Icon name="key" className={css.keyIcon} />
      <div className={css.keyWords}>
        <p className={css.keyName}>
          <span>{name}</span>
          {synced && <Chip>Synced</Chip>}
        </p>
        <p className={css.hint}>
          Added {day(created_at)} · {last_used_at ? `last used ${day(last_used_at)}` : 'not used yet'}
        </p>
      </div>
      <Button size="sm" variant="quiet" aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
