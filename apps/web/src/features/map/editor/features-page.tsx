import type { ConfigVersions, FeaturesEdit } from '@hexpedition/contract';
import type { MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { mapVersions } from '@hexpedition/contract/map-vocabulary';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readOverrides, setVersionOverride, type Versioned } from '#lib/config-versions.ts';
import { day } from '#lib/format.ts';
import { endpointQuery, useApi, usePersonalQuery } from '#lib/query.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Label } from '#ui/label.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import css from './editor.module.css';
import { MapTabs } from './editor-head.tsx';

const versionNames: Record<MapVersionName, string> = { 2: 'for everybody', beta: 'for beta access' };

type Door = 'login' | 'register' | 'paddle';

const questions: Record<Door, string> = {
  login: 'Hide the log-in',
  register: 'Close the sign-up',
  paddle: 'Switch payments off',
};
const consequences: Record<Door, string> = {
  login: 'It holds at once. Whoever is signed in stays so; everybody else sees no way in.',
  register: 'It holds at once. Accounts that exist go on as they are.',
  paddle: 'It holds at once. Nothing can be bought or changed; subscriptions that run go on at Paddle.',
};

/** What is switched on, for each version, and which versions this browser shows. */
export function FeaturesPage() {
  return (
    <div className={css.page}>
      <MapTabs current="features" />
      <div className={css.features}>
        <header className={css.settings}>
          <Label tone="beacon">Admin</Label>
          <h1>Settings</h1>
          <p className={css.about}>What is switched on, the message to everybody, and what each version holds.</p>
        </header>
        {mapVersions.map((version) => (
          <FeaturesForm key={version} version={version} />
        ))}
        <Versions />
        <Overrides />
      </div>
    </div>
  );
}

function FeaturesForm({ version }: { version: MapVersionName }) {
  const api = useApi();
  const client = useQueryClient();
  const query = endpointQuery('GET /api/config/features:version', { params: { version } });
  const { data, error, isFetching, refetch } = usePersonalQuery(query);
  const [msg, setMsg] = useState<string>();
  const [asked, setAsked] = useState<Door>();
  const save = useMutation({
    mutationFn: (body: FeaturesEdit) => api('POST /api/config/features:version/edit', { params: { version }, body }),
    onSuccess: (features) => {
      client.setQueryData(query.queryKey, features);
      void client.invalidateQueries({ queryKey: ['GET /api/admin/versions'] });
      setMsg(undefined);
    },
  });
  const [opening, open] = useOptimisticValue<Door | null>(
    null,
    async (name) => name && save.mutateAsync({ [name]: null }),
  );
  const flip = (name: Door, label: string, hint: string) => (
    <Switch
      label={label}
      hint={hint}
      checked={opening === name || (data?.[name] ?? false)}
      disabled={save.isPending}
      onChange={(event) => (event.target.checked ? open(name) : setAsked(name))}
    />
  );
  const close = () => setAsked(undefined);
  return (
    <section className={css.form} aria-labelledby={`features-${version}`}>
      <h2 id={`features-${version}`}>What is switched on {versionNames[version]}</h2>
      {error && !data && <LoadError what="The switches" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <>
          {version === '2' && <Doors flip={flip} provider={data.provider?.name} />}
          {flip(
            'paddle',
            'Payments',
            'Off: nothing can be bought. It stays off while the configuration has no payments.',
          )}
          <TextArea
            label="Message to everybody"
            hint="Empty takes the message of the configuration."
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
              Save the message
            </Button>
            <FormStatus error={asked ? null : save.error} done={save.isSuccess && msg === undefined && 'Saved.'} />
          </div>
          {asked && (
            <ConfirmDialog
              title={`${questions[asked]} ${versionNames[version]}?`}
              action="Switch off"
              busy={save.isPending}
              error={save.error}
              onClose={close}
              onConfirm={() => save.mutate({ [asked]: false }, { onSuccess: close })}
            >
              {consequences[asked]}
            </ConfirmDialog>
          )}
        </>
      )}
    </section>
  );
}

/** The message as every page is going to show it. */
const MessagePreview = ({ text }: { text: string }) =>
  text === '' ? null : (
    <section aria-label="Preview of the message">
      <Callout>
        <p>{text}</p>
      </Callout>
    </section>
  );

interface DoorsProps {
  flip: (name: Door, label: string, hint: string) => ReactNode;
  /** Whom the operator lets decide who comes in. */
  provider: string | undefined;
}

/** Whoever stands before the doors has no account yet, and so no beta access: they are everybody's alone. */
function Doors({ flip, provider }: DoorsProps) {
  const still = provider ? ` ${provider} still lets in whom it knows.` : '';
  return (
    <>
      {flip('login', 'Log-in', 'Off: the doors to the log-in are hidden.')}
      {flip('register', 'Sign-up', `Off: nobody can sign up here.${still}`)}
    </>
  );
}

type Row = [name: string, text: (version: ConfigVersions['versions'][number]) => string];

/** What holds, and whether it is the configuration that says so. */
const onOff = (value: boolean | null, configured: boolean) =>
  `${(value ?? configured) ? 'on' : 'off'}${value === null ? ', as configured' : ''}`;
const mapText = (shown: ConfigVersions['versions'][number]['hexmap']) =>
  shown ? `no. ${shown.pk}, ${day(shown.published_at)}${shown.by ? `, by ${shown.by}` : ''}` : 'none yet';

const rowsOf = (configured: ConfigVersions['configured']): Row[] => [
  ['Hexmap', ({ hexmap }) => mapText(hexmap)],
  ['YouTube map', ({ hexmapYT }) => mapText(hexmapYT)],
  ['Log-in', ({ switches }) => onOff(switches.login, configured.login)],
  ['Sign-up', ({ switches }) => onOff(switches.register, configured.register)],
  ['Payments', ({ switches }) => onOff(switches.paddle, configured.paddle)],
  ['Message', ({ switches }) => switches.msg ?? (configured.msg ? `${configured.msg} (as configured)` : 'none')],
];

/** What each version holds, side by side. */
function Versions() {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...endpointQuery('GET /api/admin/versions'),
    staleTime: 0,
  });
  return (
    <section className={css.form} aria-labelledby="versions">
      <h2 id="versions">What each version holds</h2>
      {error && !data && <LoadError what="The versions" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <table className={css.versions}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              {data.versions.map(({ version }) => (
                <th key={version} scope="col">
                  {version === '2' ? 'Everybody’s (2)' : 'Beta'}
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

const versioned: readonly [Versioned, string][] = [
  ['hexmap', 'Hexmap'],
  ['hexmapYT', 'YouTube map'],
  ['features', 'Features'],
];

function Overrides() {
  const overrides = readOverrides();
  return (
    <section className={css.form} aria-labelledby="overrides">
      <h2 id="overrides">What this browser shows you</h2>
      <p className={css.about}>
        Your account decides which version you see. Here you choose another one, in this browser alone; the top bar says
        so as long as it lasts.
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
              {version === undefined ? 'as the account says' : version === '2' ? 'everybody’s' : 'beta'}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
