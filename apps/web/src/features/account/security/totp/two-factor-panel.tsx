import type { EndpointAnswer, Security } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ConfirmPassword } from '#entities/account/confirm-password.tsx';
import { day, plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { readSession, storeUser, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { securityQuery } from '../../account-queries.ts';
import { twoFactorHeading } from '../section-headings.ts';
import css from '../security.module.css';
import { SecurityPanel } from '../security-panel.tsx';
import { usePanelStep } from '../use-panel-step.ts';
import { TotpSetup } from './totp-setup.tsx';

type Step =
  | { kind: 'ask-setup' | 'ask-renew' | 'ask-disable' }
  | { kind: 'setup'; setup: EndpointAnswer<'POST /api/account/totp/setup'> }
  | { kind: 'codes'; codes: string[]; done: string };

/** At this many codes or fewer the panel suggests new ones. */
const fewCodes = 3;

/** Two-factor authentication with an authenticator app: off, in setup or on. */
export function TwoFactorPanel({ security }: { security: Security }) {
  const api = useApi();
  const client = useQueryClient();
  const { step, setStep, headingRef, cancel, done } = usePanelStep<Step>();

  const refresh = (twoFactor: boolean) => {
    const user = readSession()?.user;
    if (user) storeUser({ ...user, account: { ...user.account, two_factor: twoFactor } });
    void client.invalidateQueries({ queryKey: securityQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['GET /api/account/sessions'] });
  };

  return (
    <SecurityPanel {...twoFactorHeading} headingRef={headingRef} done={done}>
      {step.kind === 'setup' ? (
        <TotpSetup
          {...step.setup}
          onCancel={() => {
            // Another tab may have turned it on meanwhile.
            void client.invalidateQueries({ queryKey: securityQuery.queryKey });
            setStep({ kind: 'rest', done: 'Nothing has changed.' });
          }}
          onDone={(codes) => {
            refresh(true);
            const text = 'Two-factor authentication is on. Your other devices must log in again.';
            setStep({ kind: 'codes', codes, done: text });
          }}
        />
      ) : step.kind === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={() => setStep({ kind: 'rest', done: step.done })} />
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
              Without your phone you need one to log in. Create new codes now.
            </Callout>
          )}
          <div className={css.actions}>
            <Button icon="refresh" onClick={() => setStep({ kind: 'ask-renew' })}>
              New recovery codes
            </Button>
            <Button variant="danger" onClick={() => setStep({ kind: 'ask-disable' })}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={css.state}>
            <Chip>Off</Chip>
            <span>{security.has_password ? 'Your password alone logs you in.' : 'Logging in asks for no code.'}</span>
          </p>
          <div className={css.actions}>
            <Button icon="shield" onClick={() => setStep({ kind: 'ask-setup' })}>
              Set up two-factor authentication
            </Button>
          </div>
        </>
      )}

      <ConfirmPassword
        open={step.kind === 'ask-setup'}
        title="Set up two-factor authentication"
        text="You need an authenticator app. Any app that scans QR codes works."
        action="Continue"
        onClose={() => cancel('ask-setup')}
        onConfirm={async (password) => {
          const setup = await api('POST /api/account/totp/setup', { body: { password } });
          setStep({ kind: 'setup', setup });
        }}
      />
      <ConfirmPassword
        open={step.kind === 'ask-renew'}
        title="Create new recovery codes?"
        text="You get ten new codes. Your current codes stop working."
        action="Create new codes"
        onClose={() => cancel('ask-renew')}
        onConfirm={async (password) => {
          const { recovery_codes: codes } = await api('POST /api/account/recovery_codes', { body: { password } });
          void client.invalidateQueries({ queryKey: securityQuery.queryKey });
          setStep({ kind: 'codes', codes, done: 'Your new recovery codes are active. The old ones no longer work.' });
        }}
      />
      <ConfirmPassword
        open={step.kind === 'ask-disable'}
        title="Turn off two-factor authentication?"
        text="Your password alone will open your account, and your recovery codes stop working."
        action="Turn off"
        danger
        onClose={() => cancel('ask-disable')}
        onConfirm={async (password) => {
          client.setQueryData(
            securityQuery.queryKey,
            await api('POST /api/account/totp/disable', { body: { password } }),
          );
          refresh(false);
          setStep({ kind: 'rest', done: 'Two-factor authentication is off. You can remove the entry from your app.' });
        }}
      />
    </SecurityPanel>
  );
}

/** Shows the recovery codes. They cannot be shown again. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const username = useSession()?.user.username ?? '';
  // The element that had the focus was removed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.step}>
      <h3 ref={heading} tabIndex={-1} className={css.subtitle}>
        Save your recovery codes
      </h3>
      <p className={css.text}>
        Each code logs you in once when you do not have your phone. You will not see them again: print them or save them
        in a password manager, but not on that phone.
      </p>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <Button size="sm" icon="list" onClick={() => download(username, codes)}>
          Download as text
        </Button>
      </div>
      <div className={css.actions}>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}

function download(username: string, codes: string[]) {
  const text = [
    `Hexpedition: recovery codes of ${username}`,
    location.origin,
    '',
    ...codes,
    '',
    'Each code logs you in once, in place of the six digits of your authenticator app.',
    '',
  ].join('\n');
  saveFile('hexpedition-recovery-codes.txt', 'text/plain', text);
}
