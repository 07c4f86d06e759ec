import type { ConsentConfig, PrivacyConfigState, PublishedVersions } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { ConsentPreview } from '#shell/consent/consent-preview.tsx';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import lines from '../lines.module.css';
import { Paged } from '../paged.tsx';
import { differencesOf } from './difference.ts';
import { DifferenceList } from './difference-list.tsx';
import { hasUnsaved, putIntoForm } from './edit/use-config-draft.ts';
import css from './privacy.module.css';
import { PrivacyFrame } from './privacy-frame.tsx';
import { deskQuery, versionQuery, versionsQuery } from './queries.ts';

type Version = PublishedVersions['versions'][number];

/** Everything that visitors were ever asked with. */
export function VersionsPage() {
  const { data: desk } = usePersonalQuery({ ...deskQuery, staleTime: 0 });
  return (
    <PrivacyFrame
      title="Versions"
      lead="Every configuration that was published, the newest first. None of them changes: records name the one that was shown."
    >
      <Paged
        what="The versions"
        query={(cursor) => versionsQuery(cursor ? { cursor } : {})}
        isEmpty={({ versions }) => versions.length === 0}
        empty={
          <EmptyState icon="list" title="No version yet">
            <p>The platform makes the first one when it starts.</p>
          </EmptyState>
        }
      >
        {({ versions }) => (
          <ul className={lines.list}>
            {versions.map((version) => (
              <VersionLine key={version.number} version={version} desk={desk} />
            ))}
          </ul>
        )}
      </Paged>
    </PrivacyFrame>
  );
}

interface Props {
  version: Version;
  desk: PrivacyConfigState | undefined;
}

/** A version; open, what differs from the active one, and what it looks like. */
function VersionLine({ version, desk }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { number, status, published_at, published_by } = version;
  return (
    <li className={lines.item} data-open={isOpen || undefined}>
      <button
        type="button"
        className={cx(lines.line, css.line)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={css.name}>
          Version {number} {status === 'active' && <Chip tone="phosphor">active</Chip>}
        </span>
        <span className={css.facts}>
          published {when(published_at)} by {published_by ?? 'the platform'}
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      {isOpen && (
        <div id={id} className={lines.open}>
          <Look {...{ version, desk }} />
        </div>
      )}
    </li>
  );
}

function Look({ version: { number, status }, desk }: Props) {
  const { data, error, isFetching, refetch } = usePersonalQuery(versionQuery(number));
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  if (error && !data) return <DidNotLoad what={`Version ${number}`} {...{ error, isFetching, refetch }} />;
  if (!data || !desk) return <Skeleton shape="block" lines={2} />;
  const take = (config: ConsentConfig) => {
    putIntoForm(client, desk, config);
    void navigate({ to: '/admin/privacy/edit' });
  };
  return (
    <>
      {status !== 'active' && (
        <DifferenceList
          title={`From version ${number} to the active one`}
          differences={differencesOf(data.config, desk.active.config)}
          none="They say the same."
        />
      )}
      <div>
        <Button size="sm" onClick={() => (hasUnsaved(client) ? setAsking(true) : take(data.config))}>
          Take into the draft
        </Button>
      </div>
      <section className={css.look} aria-label={`Preview of version ${number}`}>
        <ConsentPreview config={data.config} />
      </section>
      {isAsking && (
        <Ask
          title="Replace what you have not saved?"
          action={`Take version ${number}`}
          busy={false}
          error={null}
          onClose={() => setAsking(false)}
          onConfirm={() => take(data.config)}
        >
          The form of the configuration holds changes of yours that are not saved. Version {number} takes their place.
        </Ask>
      )}
    </>
  );
}
