import type { EndpointAnswer, Security } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { day, plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmPassword } from '../../confirm-password.public.tsx';
import { twoFactorWords } from '../labels.ts';
import { Panel } from '../panel.tsx';
import { securityQuery } from '../queries.ts';
import css from '../security.module.css';
import { useStage } from '../use-stage.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

type Step =
  | { kind: 'ask-setup' | 'ask-renew' | 'ask-disable' }
  | { kind: 'setup'; setup: EndpointAnswer<'POST /api/account/totp/setup'> }
  | { kind: 'codes'; codes: string[]; done: string };

/** With this many codes or fewer it is time to make new ones. */
const fewCodes = 3;

/** The authenticator app: off, being set up, on. */
export function TwoFactorPanel({ security }: { security: Security }) {
  const api = useApi();
  const client = useQueryClient();
  const { stage, setStage, headingRef, cancel, done } = useStage<Step>();

  const refresh = (twoFactor: boolean) => {
    const user = readSession()?.user;
    if (user) storeUser({ ...user, account: { ...user.account, two_factor: twoFactor } });
    void client.invalidateQueries({ queryKey: securityQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['GET /api/account/sessions'] });
  };

  return (
    <Panel {...twoFactorWords} headingRef={headingRef} done={done}>
      {stage.kind === 'setup' ? (
        <TotpSetup
          {...stage.setup}
          onCancel={() => {
            // It may have been switched on meanwhile, in another tab.
            void client.invalidateQueries({ queryKey: securityQuery.queryKey });
            setStage({ kind: 'rest', done: 'Nothing was changed.' });
          }}
          onDone={(codes) => {
            refresh(true);
            const text = 'Two-factor sign-in is on. Other devices have to log in again.';
            setStage({ kind: 'codes', codes, done: text });
          }}
        />
      ) : stage.kind === 'codes' ? (
        <RecoveryCodes codes={stage.codes} onDone={() => setStage({ kind: 'rest', done: stage.done })} />
      ) : security.totp ? (
        <>
          <p className={css.state}>
            <Chip tone="phosphor" icon="tick">
              On
            </Chip>
            <span>
              since {day(security.totp.enabled_at)}, with {plural(security.recovery_codes_left, 'recovery code')} left
            </span>
          </p>
          {security.recovery_codes_left <= fewCodes && (
            <Callout kind="warning" title="Few recovery codes are left">
              Without your phone they are the only way in. Make new ones while you can.
            </Callout>
          )}
          <div className={css.actions}>
            <Button icon="refresh" onClick={() => setStage({ kind: 'ask-renew' })}>
              New recovery codes
            </Button>
            <Button variant="danger" onClick={() => setStage({ kind: 'ask-disable' })}>
              Switch off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={css.state}>
            <Chip>Off</Chip>
            <span>{security.has_password ? 'your password alone logs you in' : 'nothing asks for a code'}</span>
          </p>
          <div className={css.actions}>
            <Button icon="shield" onClick={() => setStage({ kind: 'ask-setup' })}>
              Set up two-factor sign-in
            </Button>
          </div>
        </>
      )}

      <ConfirmPassword
        open={stage.kind === 'ask-setup'}
        title="Set up two-factor sign-in"
        text="You need an authenticator app: any that reads QR codes will do."
        action="Go on"
        onClose={() => cancel('ask-setup')}
        onConfirm={async (password) => {
          const setup = await api('POST /api/account/totp/setup', { body: { password } });
          setStage({ kind: 'setup', setup });
        }}
      />
      <ConfirmPassword
        open={stage.kind === 'ask-renew'}
        title="Make new recovery codes?"
        text="You get ten new ones. Those that you have now stop working."
        action="Make new codes"
        onClose={() => cancel('ask-renew')}
        onConfirm={async (password) => {
          const { recovery_codes: codes } = await api('POST /api/account/recovery_codes', { body: { password } });
          void client.invalidateQueries({ queryKey: securityQuery.queryKey });
          setStage({ kind: 'codes', codes, done: 'Your new recovery codes are good now, the old ones are not.' });
        }}
      />
      <ConfirmPassword
        open={stage.kind === 'ask-disable'}
        title="Switch two-factor sign-in off?"
        text="Your password alone will open your account, and your recovery codes stop working."
        action="Switch off"
        danger
        onClose={() => cancel('ask-disable')}
        onConfirm={async (password) => {
          client.setQueryData(
            securityQuery.queryKey,
            await api('POST /api/account/totp/disable', { body: { password } }),
          );
          refresh(false);
          setStage({ kind: 'rest', done: 'Two-factor sign-in is off. You can remove the entry in your app.' });
        }}
      />
    </Panel>
  );
}
