import type { ConfigVersions, FeaturesEdit } from '@hexpedition/contract';
import type { MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { mapVersions } from '@hexpedition/contract/map-vocabulary';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readOverrides, setVersionOverride, type VersionedConfig } from '#lib/config-versions.ts';
import { day } from '#lib/format.ts';
import { endpointQuery, useApi, usePersonalQuery } from '#lib/query.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import css from './settings.module.css';
import { SiteForm } from './site-form.tsx';

const versionNames: Record<MapVersionName, string> = { 2: 'for everyone', beta: 'for beta access' };

type FeatureSwitch = 'login' | 'register' | 'paddle';

const confirmTitles: Record<FeatureSwitch, string> = {
  login: 'Turn off log-in',
  register: 'Turn off sign-up',
  paddle: 'Turn off payments',
};
const consequences: Record<FeatureSwitch, string> = {
  login: 'Takes effect immediately. Logged-in users stay logged in. The log-in is hidden from everyone else.',
  register: 'Takes effect immediately. Existing accounts are not affected.',
  paddle: 'Takes effect immediately. Users cannot buy or change a plan. Running subscriptions continue at Paddle.',
};

/** Settings page: feature switches and site message by version, the versions, and this browser's overrides. */
export function SettingsPage() {
  return (
    <Page
      label="Admin"
      title="Settings"
      lead="The site, feature switches, the site message, and the content of each version."
    >
      <div className={css.sections}>
        <SiteForm />
        {mapVersions.map((version) => (
          <FeaturesForm key={version} version={version} />
        ))}
        <Versions />
        <Overrides />
      </div>
    </Page>
  );
}

function FeaturesForm({ version }: { version: MapVersionName }) {
  const api = useApi();
  const client = useQueryClient();
  const query = endpointQuery('GET /api/config/features:version', { params: { version } });
  const { data, error, isFetching, refetch } = usePersonalQuery(query);
  const [msg, setMsg] = useState<string>();
  const [confirming, setConfirming] = useState<FeatureSwitch>();
  const save = useMutation({
    mutationFn: (body: FeaturesEdit) => api('POST /api/config/features:version/edit', { params: { version }, body }),
    onSuccess: (features) => {
      client.setQueryData(query.queryKey, features);
      void client.invalidateQueries({ queryKey: ['GET /api/admin/versions'] });
      setMsg(undefined);
    },
  });
  const [turningOn, turnOn] = useOptimisticValue<FeatureSwitch | null>(
    null,
    async (name) => name && save.mutateAsync({ [name]: null }),
  );
  const renderSwitch = (name: FeatureSwitch, label: string, hint: string) => (
    <Switch
      label={label}
      hint={hint}
      checked={turningOn === name || (data?.[name] ?? false)}
      disabled={save.isPending}
      onChange={(event) => (event.target.checked ? turnOn(name) : setConfirming(name))}
    />
  );
  const close = () => setConfirming(undefined);
  return (
    <section className={css.form} aria-labelledby={`features-${version}`}>
      <h2 id={`features-${version}`}>Features {versionNames[version]}</h2>
      {error && !data && <LoadError what="The feature switches" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <>
          {version === '2' && <LoginSwitches renderSwitch={renderSwitch} provider={data.provider?.name} />}
          {renderSwitch(
            'paddle',
            'Payments',
            'Users can buy and change plans. Stays off until payments are configured.',
          )}
          <TextArea
            label="Site message"
            hint="Leave empty to use the configured message."
            maxLength={500}
            rows={2}
            value={msg ?? data.msg}
            onChange={(event) => setMsg(event.target.value)}
          />
          <MessagePreview text={(msg ?? data.msg).trim()} />
          <div className={css.saving}>
            <Button
              disabled={msg === undefined}
              busy={save.isPending}
              onClick={() => save.mutate({ msg: msg?.trim() || null })}
            >
              Save message
            </Button>
            <FormStatus error={confirming ? null : save.error} done={save.isSuccess && msg === undefined && 'Saved.'} />
          </div>
          {confirming && (
            <ConfirmDialog
              title={`${confirmTitles[confirming]} ${versionNames[version]}?`}
              action="Turn off"
              busy={save.isPending}
              error={save.error}
              onClose={close}
              onConfirm={() => save.mutate({ [confirming]: false }, { onSuccess: close })}
            >
              {consequences[confirming]}
            </ConfirmDialog>
          )}
        </>
      )}
    </section>
  );
}

/** Preview of the site message as pages show it. */
const MessagePreview = ({ text }: { text: string }) =>
  text === '' ? null : (
    <section aria-label="Message preview">
      <Callout>
        <p>{text}</p>
      </Callout>
    </section>
  );

interface LoginSwitchesProps {
  renderSwitch: (name: FeatureSwitch, label: string, hint: string) => ReactNode;
  /** Name of the OpenID Connect provider, if one is configured. */
  provider: string | undefined;
}

/** Switches of log-in and sign-up. They have no beta version, because visitors have no beta access. */
function LoginSwitches({ renderSwitch, provider }: LoginSwitchesProps) {
  const providerHint = provider ? ` When off, people can still sign up through ${provider}.` : '';
  return (
    <>
      {renderSwitch('login', 'Log-in', 'Visitors can log in.')}
      {renderSwitch('register', 'Sign-up', `Visitors can create an account.${providerHint}`)}
    </>
  );
}

type Row = [name: string, text: (version: ConfigVersions['versions'][number]) => string];

/** Shows a switch's value, and whether it comes from the configuration. */
const onOff = (value: boolean | null, configured: boolean) =>
  `${(value ?? configured) ? 'on' : 'off'}${value === null ? ' (configured)' : ''}`;
const mapText = (shown: ConfigVersions['versions'][number]['hexmap']) =>
  shown ? `no. ${shown.pk}, ${day(shown.published_at)}${shown.by ? `, by ${shown.by}` : ''}` : 'none yet';

const rowsOf = (configured: ConfigVersions['configured']): Row[] => [
  ['Hex Map', ({ hexmap }) => mapText(hexmap)],
  ['YouTube Map', ({ hexmapYT }) => mapText(hexmapYT)],
  ['Log-in', ({ switches }) => onOff(switches.login, configured.login)],
  ['Sign-up', ({ switches }) => onOff(switches.register, configured.register)],
  ['Payments', ({ switches }) => onOff(switches.paddle, configured.paddle)],
  ['Message', ({ switches }) => switches.msg ?? (configured.msg ? `${configured.msg} (configured)` : 'none')],
];

/** Table of the content of each version. */
function Versions() {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...endpointQuery('GET /api/admin/versions'),
    staleTime: 0,
  });
  return (
    <section className={css.form} aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      {error && !data && <LoadError what="The versions" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <table className={css.versions}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              {data.versions.map(({ version }) => (
                <th key={version} scope="col">
                  {version === '2' ? 'Everyone (2)' : 'Beta'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(data.configured).map(([name, text]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {data.versions.map((version) => (
                  <td key={version.version}>{text(version)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const versioned: readonly [VersionedConfig, string][] = [
  ['hexmap', 'Hex Map'],
  ['hexmapYT', 'YouTube Map'],
  ['features', 'Features'],
];

function Overrides() {
  const overrides = readOverrides();
  return (
    <section className={css.form} aria-labelledby="overrides">
      <h2 id="overrides">Versions in this browser</h2>
      <p className={css.about}>
        Your account determines which version you see. You can select another one for this browser only. The top bar
        shows when one is selected.
      </p>
      {versioned.map(([what, name]) => (
        <fieldset key={what} className={css.override}>
          <legend>{name}</legend>
          {([undefined, ...mapVersions] as const).map((version) => (
            <Checkbox
              key={version ?? 'account'}
              kind="radio"
              name={what}
              checked={overrides[what] === version}
              onChange={() => setVersionOverride([what], version)}
            >
              {version === undefined ? 'account default' : version === '2' ? 'everyone' : 'beta'}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
