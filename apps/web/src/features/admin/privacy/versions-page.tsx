import type { ConsentConfig, PrivacyConfigState, PublishedVersions } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { ConsentPreview } from '#shell/consent/consent-preview.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { configStateQuery, versionQuery, versionsQuery } from '../admin-queries.ts';
import { ExpandableRow } from '../expandable-row.tsx';
import lines from '../lines.module.css';
import { PagedList } from '../paged-list.tsx';
import { describeChanges } from './describe-changes.ts';
import { DifferenceList } from './difference-list.tsx';
import { hasUnsaved, putIntoForm } from './edit/use-config-draft.ts';
import css from './privacy.module.css';
import { PrivacyFrame } from './privacy-frame.tsx';

type Version = PublishedVersions['versions'][number];

/** List of all published versions of the consent configuration. */
export function VersionsPage() {
  const { data: configState } = usePersonalQuery({ ...configStateQuery, staleTime: 0 });
  return (
    <PrivacyFrame
      title="Versions"
      lead="All published configurations, newest first. Versions never change, because receipts refer to them."
    >
      <PagedList
        what="The versions"
        query={(cursor) => versionsQuery(cursor ? { cursor } : {})}
        isEmpty={({ versions }) => versions.length === 0}
        empty={
          <EmptyState icon="list" title="No versions yet">
            <p>The platform creates the first version when it starts.</p>
          </EmptyState>
        }
      >
        {({ versions }) => (
          <ul className={lines.list}>
            {versions.map((version) => (
              <VersionRow key={version.number} version={version} configState={configState} />
            ))}
          </ul>
        )}
      </PagedList>
    </PrivacyFrame>
  );
}

interface Props {
  version: Version;
  configState: PrivacyConfigState | undefined;
}

/** One version. Expanded, it shows the changes to the active version and a preview. */
function VersionRow({ version, configState }: Props) {
  const { number, status, published_at, published_by } = version;
  return (
    <ExpandableRow
      className={css.line}
      summary={
        <>
          <span className={css.name}>
            Version {number} {status === 'active' && <Chip tone="phosphor">active</Chip>}
          </span>
          <span className={css.facts}>
            published {when(published_at)} by {published_by ?? 'the platform'}
          </span>
        </>
      }
    >
      <VersionDetails {...{ version, configState }} />
    </ExpandableRow>
  );
}

function VersionDetails({ version: { number, status }, configState }: Props) {
  const { data, error, isFetching, refetch } = usePersonalQuery(versionQuery(number));
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  if (error && !data) return <LoadError what={`Version ${number}`} {...{ error, isFetching, refetch }} />;
  if (!data || !configState) return <Skeleton shape="block" lines={2} />;
  const copyToDraft = (config: ConsentConfig) => {
    putIntoForm(client, configState, config);
    void navigate({ to: '/admin/privacy/edit' });
  };
  return (
    <>
      {status !== 'active' && (
        <DifferenceList
          title={`Changes from version ${number} to the active version`}
          differences={describeChanges(data.config, configState.active.config)}
          none="No differences."
        />
      )}
      <div>
        <Button size="sm" onClick={() => (hasUnsaved(client) ? setConfirming(true) : copyToDraft(data.config))}>
          Copy to draft
        </Button>
      </div>
      <section className={css.look} aria-label={`Preview of version ${number}`}>
        <ConsentPreview config={data.config} />
      </section>
      {isConfirming && (
        <ConfirmDialog
          title="Replace your unsaved changes?"
          action={`Copy version ${number}`}
          busy={false}
          error={null}
          onClose={() => setConfirming(false)}
          onConfirm={() => copyToDraft(data.config)}
        >
          The configuration form has unsaved changes. Version {number} will replace them.
        </ConfirmDialog>
      )}
    </>
  );
}
