import type { Security } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import { ConfirmPassword } from '../../confirm-password.public.tsx';
import { passkeyWords } from '../labels.ts';
import { Panel } from '../panel.tsx';
import { securityQuery } from '../queries.ts';
import css from '../security.module.css';
import { useStage } from '../use-stage.ts';
import { makePasskey, type NewPasskey, passkeysSupported } from './passkey-device.ts';
import { PasskeyName } from './passkey-name.tsx';

type Passkey = Security['passkeys'][number];
type Step =
  | { kind: 'ask-add' | 'browser' }
  | { kind: 'trouble'; text: string }
  | { kind: 'name'; made: NewPasskey }
  | { kind: 'ask-remove'; passkey: Passkey };

/** The passkeys of the account: listed, added, removed. */
export function PasskeysPanel({ security }: { security: Security }) {
  const api = useApi();
  const client = useQueryClient();
  const { stage, setStage, headingRef, cancel, done } = useStage<Step>();
  const supported = useHydrated() && passkeysSupported();
  const { passkeys } = security;

  const finish = (answer: Security, text: string) => {
    client.setQueryData(securityQuery.queryKey, answer);
    setStage({ kind: 'rest', done: text });
  };

  async function askDevice(begun: Parameters<typeof makePasskey>[0]) {
    setStage({ kind: 'browser' });
    try {
      const made = await makePasskey(begun);
      if (made) setStage({ kind: 'name', made });
      else setStage({ kind: 'trouble', text: 'Nothing was added: it was cancelled, or took too long.' });
    } catch (error) {
      setStage({ kind: 'trouble', text: messageOf(error) });
    }
  }

  return (
    <Panel
      {...passkeyWords}
      headingRef={headingRef}
      done={stage.kind === 'browser' ? 'Follow what your browser asks …' : done}
    >
      {passkeys.length === 0 && stage.kind !== 'name' && <p className={css.hint}>You have none yet.</p>}
      {passkeys.length > 0 && (
        <ul className={css.keys}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.pk} passkey={passkey} onRemove={() => setStage({ kind: 'ask-remove', passkey })} />
          ))}
        </ul>
      )}
      {stage.kind === 'trouble' && <Callout kind="warning" role="alert" title={stage.text} />}
      {stage.kind === 'name' ? (
        <PasskeyName
          onSave={async (name) => {
            const body = { ...stage.made, name };
            finish(await api('POST /api/account/passkey/add', { body }), `The passkey “${name}” was added.`);
          }}
          onDiscard={() =>
            setStage({ kind: 'rest', done: 'Nothing was added. Your device may still list the passkey.' })
          }
        />
      ) : supported ? (
        <div className={css.actions}>
          <Button icon="plus" busy={stage.kind === 'browser'} onClick={() => setStage({ kind: 'ask-add' })}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className={css.hint}>This browser cannot add passkeys here. It takes a recent one, and https.</p>
      )}

      <ConfirmPassword
        open={stage.kind === 'ask-add'}
        title="Add a passkey"
        text="Your browser then asks where to keep it: in this device, on your phone or on a security key."
        action="Go on"
        onClose={() => cancel('ask-add')}
        onConfirm={async (password) => {
          const begun = await api('POST /api/account/passkey/options', { body: { password } });
          // The dialog does not wait for this, because the browser asks in a window of its own.
          void askDevice(begun);
        }}
      />
      <ConfirmPassword
        open={stage.kind === 'ask-remove'}
        title="Remove this passkey?"
        text={
          stage.kind === 'ask-remove' &&
          `“${stage.passkey.name}” will not log you in any more. Delete it in its device as well.`
        }
        action="Remove"
        danger
        onClose={() => cancel('ask-remove')}
        onConfirm={async (password) => {
          if (stage.kind !== 'ask-remove') return;
          const { pk, name } = stage.passkey;
          const answer = await api('POST /api/account/passkey/remove', { body: { pk, password } });
          finish(answer, `The passkey “${name}” was removed.`);
        }}
      />
    </Panel>
  );
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
