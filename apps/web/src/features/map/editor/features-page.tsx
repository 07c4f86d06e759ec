import type { FeaturesEdit } from '@hexpedition/contract';
import type { MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { mapVersions } from '@hexpedition/contract/map-vocabulary';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { endpointQuery, useApi, usePersonalQuery } from '#lib/query.ts';
import { override, readOverrides, type Versioned } from '#lib/versions.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import css from './editor.module.css';
import { MapTabs } from './editor-head.tsx';

const versionNames: Record<MapVersionName, string> = { 2: 'for everybody', beta: 'for beta access' };

/** What is switched on, for each version, and which versions this browser shows. */
export function FeaturesPage() {
  return (
    <div className={css.page}>
      <MapTabs current="features" />
      <div className={css.features}>
        <h1 className={css.name}>Features</h1>
        {mapVersions.map((version) => (
          <FeaturesForm key={version} version={version} />
        ))}
        <Overrides />
      </div>
    </div>
  );
}

function FeaturesForm({ version }: { version: MapVersionName }) {
  const api = useApi();
  const client = useQueryClient();
  const query = endpointQuery('GET /api/config/features:version', { params: { version } });
  const { data, error } = usePersonalQuery(query);
  const [msg, setMsg] = useState<string>();
  const save = useMutation({
    mutationFn: (body: FeaturesEdit) => api('POST /api/config/features:version/edit', { params: { version }, body }),
    onSuccess: (features) => {
      client.setQueryData(query.queryKey, features);
      setMsg(undefined);
    },
  });
  const failure = error ?? save.error;
  const flip = (name: 'login' | 'register' | 'paddle', label: string, hint: string) => (
    <Switch
      label={label}
      hint={hint}
      checked={data?.[name] ?? false}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ [name]: event.target.checked ? null : false })}
    />
  );
  return (
    <section className={css.form} aria-labelledby={`features-${version}`}>
      <h2 id={`features-${version}`}>What is switched on {versionNames[version]}</h2>
      {failure && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(failure)}</p>
        </Callout>
      )}
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
          <Button
            disabled={msg === undefined}
            busy={save.isPending}
            onClick={() => save.mutate({ msg: msg?.trim() || null })}
          >
            Save the message
          </Button>
        </>
      )}
    </section>
  );
}

interface DoorsProps {
  flip: (name: 'login' | 'register', label: string, hint: string) => ReactNode;
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
              onChange={() => override([what], version)}
            >
              {version === undefined ? 'as the account says' : version === '2' ? 'everybody’s' : 'beta'}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
