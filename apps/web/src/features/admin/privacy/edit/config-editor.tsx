import type { DraftChange, PrivacyConfigState } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { ConsentPreview } from '#shell/consent/consent-preview.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { configStateQuery } from '../../admin-queries.ts';
import { SideBySide } from '../../side-by-side.tsx';
import type { Path } from '../config-names.ts';
import { isEqual, valueAt } from '../config-values.ts';
import { AppearancePart } from './appearance-part.tsx';
import { BehaviourPart } from './behaviour-part.tsx';
import { conflictSides, takeTheirs } from './config-conflict.ts';
import { LanguageField, type Problems, ProblemsContext } from './config-fields.tsx';
import { collapsedToggleOf, fieldAt, type Part, partOf, parts } from './config-parts.ts';
import { ConfigProblemList } from './config-problem-list.tsx';
import css from './edit.module.css';
import { JsonPart } from './json-part.tsx';
import { PublishConfigDialog } from './publish-config-dialog.tsx';
import { ServicesPart } from './services-part.tsx';
import { TextsPart } from './texts-part.tsx';
import { type ConfigDraft, useConfigDraft } from './use-config-draft.ts';

/** Form of the consent configuration with its preview, and the buttons that save, publish and discard the draft. */
export function ConfigEditor({ configState, part }: { configState: PrivacyConfigState; part: Part }) {
  const draft = useConfigDraft(configState);
  const { config, change } = draft;
  const navigate = useNavigate();
  const [language, setLanguage] = useState('en');
  const form = useRef<HTMLFormElement>(null);
  const notes = useRef<HTMLDivElement>(null);
  const actions = useDraftActions(configState, draft, () => notes.current?.focus());
  const { save, publish, discard, confirming, setConfirming } = actions;
  const problems = problemsOf(save.error, save.variables?.config, config);
  const [focusTarget, setFocusTarget] = useState<{ path: Path }>();
  const previewConfig = useDeferredValue(config);

  const openPart = (id: Part) =>
    void navigate({ to: '/admin/privacy/edit', search: { part: id }, replace: true, resetScroll: false });
  const go = (path: Path) => {
    const target = partOf(path);
    const code = path.startsWith('translations.') ? path.split('.')[1] : undefined;
    if (code) setLanguage(code);
    // A field in a collapsed card cannot take the focus.
    flushSync(() => collapsedToggleOf(fieldAt(form.current, path))?.click());
    if (target !== part) openPart(target);
    setFocusTarget({ path });
  };
  // The field may be in another tab, which is rendered only after the navigation.
  useEffect(() => {
    if (!focusTarget || partOf(focusTarget.path) !== part) return;
    fieldAt(form.current, focusTarget.path)?.focus();
    setFocusTarget(undefined);
  }, [focusTarget, part]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.problem) {
      openPart('json');
      return;
    }
    if (canSave) save.mutate({ config, revision: draft.base.revision, base: draft.base.version });
  };
  const canSave = draft.isChanged && !draft.isConflict && !save.isPending;
  const panels: Record<Part, () => React.ReactNode> = {
    services: () => <ServicesPart {...{ config, configState, change }} />,
    behaviour: () => <BehaviourPart {...{ config, change }} activeName={configState.active.config.storageName} />,
    look: () => <AppearancePart value={config.styling} onChange={(styling) => change({ styling })} />,
    words: () => <TextsPart {...{ config, language, change }} onLanguage={setLanguage} />,
    json: () => <JsonPart draft={draft} />,
  };
  // Rendering all tabs would update hundreds of fields per keystroke. The services stay mounted to keep their cards open.
  const isMounted = (id: Part) => id === part || id === 'services';
  const saveError =
    save.error && Object.keys(problems).length === 0 && !isApiError(save.error, 'conflict') && save.error;
  return (
    <>
      <div ref={notes} tabIndex={-1} className={css.notes} role="alert">
        {draft.isConflict && <Conflict {...{ configState, draft }} />}
        {Object.keys(problems).length > 0 && <ConfigProblemList {...{ problems, config }} onGo={go} />}
      </div>
      <div className={css.editor}>
        <form ref={form} method="post" className={css.form} noValidate onSubmit={submit}>
          <div className={css.bar}>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!canSave && !save.isPending}>
              Save draft
            </Button>
            {configState.draft && (
              <>
                <Button disabled={draft.isChanged} onClick={() => setConfirming('publish')}>
                  Publish
                </Button>
                {/* Opens the site in a new tab as a new visitor sees it, so that the form stays open. */}
                <LinkButton to="/map" hash="klaro-testing" target="_blank" variant="quiet" icon="external">
                  Test on the site
                </LinkButton>
              </>
            )}
            {draft.isChanged ? (
              <Button
                variant="quiet"
                onClick={() => {
                  draft.settle();
                  save.reset();
                }}
              >
                Discard changes
              </Button>
            ) : (
              configState.draft && (
                <Button variant="quiet" onClick={() => setConfirming('discard')}>
                  Discard draft
                </Button>
              )
            )}
            <FormStatus
              error={saveError || undefined}
              done={draft.isChanged ? configState.draft && 'Save your changes before you publish.' : actions.done}
            />
          </div>
          <ProblemsContext value={problems}>
            <Tabs
              label="Parts of the configuration"
              value={part}
              onChange={openPart}
              tabs={parts.map(([id, label]) => ({
                id,
                label: Object.keys(problems).some((path) => partOf(path) === id) ? (
                  <>
                    {label} <span className={css.count}>!</span>
                  </>
                ) : (
                  label
                ),
                panel:
                  isMounted(id) &&
                  (id !== 'json' && draft.problem ? <InvalidJson onGo={() => openPart('json')} /> : panels[id]()),
              }))}
            />
          </ProblemsContext>
        </form>
        <section className={css.preview} aria-label="Preview">
          <div className={css.previewHead}>
            <h2>Preview</h2>
            <LanguageField
              label="Preview language"
              value={language}
              others={Object.keys(config.translations ?? {})}
              without={['zz']}
              onChange={setLanguage}
            />
          </div>
          <ConsentPreview config={previewConfig} language={language} />
          <p className={css.hint}>The switches work, but nothing is saved or sent.</p>
        </section>
      </div>
      {confirming === 'publish' && configState.draft && (
        <PublishConfigDialog
          {...{ configState }}
          draft={configState.draft}
          busy={publish.isPending}
          error={publish.error}
          onClose={() => setConfirming(undefined)}
          onConfirm={() => publish.mutate()}
        />
      )}
      {confirming === 'discard' && (
        <ConfirmDialog
          title="Discard the draft?"
          action="Discard draft"
          busy={discard.isPending}
          error={discard.error}
          onClose={() => setConfirming(undefined)}
          onConfirm={() => discard.mutate()}
        >
          This deletes the draft for all superusers. Only the audit log keeps its content. Visitors still see version{' '}
          {configState.active.number}.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Mutations of the draft, the open confirmation and the last success message. */
function useDraftActions(configState: PrivacyConfigState, draft: ConfigDraft, onConflict: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const [confirming, setConfirming] = useState<'publish' | 'discard'>();
  const [done, setDone] = useState('');
  const meta = { suppress: [400, 404, 409] };
  const onDone = (message: string) => (next: PrivacyConfigState) => {
    client.setQueryData(configStateQuery.queryKey, next);
    setDone(message);
    setConfirming(undefined);
  };
  // After a conflict, fetches the other superuser's draft, which the page shows beside the local one.
  const onError = async (error: Error) => {
    if (Object.keys(fieldsOf(error)).length > 0) setConfirming(undefined);
    if (!isApiError(error, 'conflict') && !isApiError(error, 'not_found')) return onConflict();
    await client.invalidateQueries({ queryKey: configStateQuery.queryKey });
    onConflict();
  };
  const revision = configState.draft?.revision ?? 0;
  const save = useMutation({
    meta,
    mutationFn: (body: DraftChange) => api('PUT /api/admin/privacy/draft', { body }),
    onSuccess: (next, { config }) => {
      onDone('Draft saved. Visitors see it after you publish it.')(next);
      draft.accept(next, config);
    },
    onError,
  });
  const publish = useMutation({
    meta,
    mutationFn: () => api('POST /api/admin/privacy/publish', { body: { revision } }),
    onSuccess: (next) => {
      onDone(`Version ${next.active.number} is published.`)(next);
      // All pages of this tab now use the new version, and the list of versions has changed.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => /privacy|config\/features/.test(String(queryKey[0])),
      });
    },
    onError,
  });
  const discard = useMutation({
    meta,
    mutationFn: () => api('DELETE /api/admin/privacy/draft', { query: { revision } }),
    onSuccess: onDone('Draft discarded.'),
    onError,
  });
  return { save, publish, discard, confirming, setConfirming, done };
}

const fieldsOf = (error: unknown): Problems => (isApiError(error) ? error.fields : {});

/** Returns the problems that the server found in the last save, without fields that were changed since. */
function problemsOf(error: unknown, sent: unknown, current: unknown): Problems {
  return Object.fromEntries(
    Object.entries(fieldsOf(error)).flatMap(([field, problem]) => {
      const path = field.replace(/^config\.?/, '');
      return isEqual(valueAt(sent, path), valueAt(current, path)) ? [[path, problem]] : [];
    }),
  );
}

const InvalidJson = ({ onGo }: { onGo: () => void }) => (
  <Callout
    kind="warning"
    title="The JSON is invalid"
    action={
      <Button size="sm" onClick={onGo}>
        Open the JSON
      </Button>
    }
  >
    <p>To edit here again, fix the JSON or restore the last valid version.</p>
  </Callout>
);

/** Comparison of the local draft with the one that another superuser saved. */
function Conflict({ configState, draft }: { configState: PrivacyConfigState; draft: ConfigDraft }) {
  const theirs = draft.saved.config;
  const author = configState.draft ? configState.draft.changed_by : configState.active.published_by;
  const action = configState.draft ? 'saved a different draft' : 'published or discarded the draft';
  return (
    <Callout kind="warning" title={`${author ?? 'Another superuser'} has ${action}`}>
      <p>Your changes are not lost. Copy what you want from the saved configuration, then choose how to continue.</p>
      <SideBySide
        parts={conflictSides(theirs, draft.config)}
        theirsTitle="Saved"
        mineTitle="Yours"
        takeLabel="Use this"
        look="code"
        onTake={(id) => draft.change(takeTheirs(id, theirs, draft.config))}
      />
      <div className={css.actions}>
        <Button size="sm" onClick={draft.rebase}>
          Keep mine
        </Button>
        <Button size="sm" onClick={() => draft.settle()}>
          Use theirs
        </Button>
      </div>
    </Callout>
  );
}
