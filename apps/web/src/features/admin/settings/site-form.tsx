import type { SiteSettings, SiteSettingsEdit } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signupModes } from '#entities/site/signup-modes.ts';
import { siteNameProblem } from '#entities/site/site-name-problem.ts';
import { featuresQuery } from '#entities/site/use-features.ts';
import { endpointQuery, useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from './settings.module.css';

const siteQuery = endpointQuery('GET /api/admin/site');

const openTiers: readonly [SiteSettings['free_tier']['value'], string][] = [
  [0, 'Free courses only'],
  [1, 'Up to Foundational'],
  [2, 'Up to Specialization'],
  [3, 'Everything'],
];

/** Settings of the site: name, sign-up, open tiers. */
export function SiteForm() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...siteQuery, staleTime: 0 });
  return (
    <section className={css.form} aria-labelledby="site">
      <h2 id="site">Site</h2>
      {error && !data && <LoadError what="The settings of the site" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && <SiteFields settings={data} />}
    </section>
  );
}

const hintOf = ({ fixed_by }: { fixed_by: string | null }, hint: string) =>
  fixed_by ? `Set by ${fixed_by} on the server.` : hint;

function SiteFields({ settings }: { settings: SiteSettings }) {
  const api = useApi();
  const client = useQueryClient();
  const [edit, setEdit] = useState<SiteSettingsEdit>({});
  const save = useMutation({
    mutationFn: (body: SiteSettingsEdit) => api('POST /api/admin/site', { body }),
    onSuccess: async (saved) => {
      client.setQueryData(siteQuery.queryKey, saved);
      setEdit({});
      // Every page shows the name.
      await client.invalidateQueries({ queryKey: featuresQuery.queryKey.slice(0, 1) });
    },
  });
  const change = (changes: SiteSettingsEdit) => {
    save.reset();
    setEdit({ ...edit, ...changes });
  };
  const { name, register, free_tier: freeTier } = settings;
  const problem = edit.name === undefined ? undefined : siteNameProblem(edit.name);
  return (
    <>
      <TextField
        label="Name"
        hint={hintOf(name, 'In the header, in titles, and as the sender of mails.')}
        value={edit.name ?? name.value}
        maxLength={40}
        disabled={name.fixed_by !== null}
        error={problem}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label="Who may join"
        hint={hintOf(register, signupModes.find(({ mode }) => mode === (edit.register ?? register.value))?.about ?? '')}
        value={edit.register ?? register.value}
        disabled={register.fixed_by !== null}
        onChange={(event) => change({ register: signupModes.find(({ mode }) => mode === event.target.value)?.mode })}
      >
        {signupModes.map((one) => (
          <option key={one.mode} value={one.mode}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Open to everyone"
        hint={hintOf(
          freeTier,
          'Courses and labs up to this tier are free. Visitors read their lessons without an account.',
        )}
        value={edit.free_tier ?? freeTier.value}
        disabled={freeTier.fixed_by !== null}
        onChange={(event) =>
          change({ free_tier: openTiers.find(([tier]) => tier === Number(event.target.value))?.[0] })
        }
      >
        {openTiers.map(([tier, text]) => (
          <option key={tier} value={tier}>
            {text}
          </option>
        ))}
      </SelectField>
      <div className={css.saving}>
        <Button
          disabled={Object.keys(edit).length === 0 || problem !== undefined}
          busy={save.isPending}
          onClick={() => save.mutate(edit)}
        >
          Save site
        </Button>
        <FormStatus error={save.error} done={save.isSuccess && 'Saved.'} />
      </div>
    </>
  );
}
