import type { DraftChange, PrivacyDesk } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { ConsentPreview } from '#shell/consent/consent-preview.tsx';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { BothSides } from '../../both-sides.tsx';
import type { Path } from '../names.ts';
import { deskQuery } from '../queries.ts';
import { isSame, valueAt } from '../same.ts';
import { BehaviourPart } from './behaviour-part.tsx';
import { sidesOf, taken } from './conflict.ts';
import css from './edit.module.css';
import { FaultList } from './fault-list.tsx';
import { type Faults, FaultsContext, LanguageField } from './fields.tsx';
import { JsonPart } from './json-part.tsx';
import { LookPart } from './look-part.tsx';
import { closedAround, fieldAt, type Part, partOf, parts } from './parts.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { ServicesPart } from './services-part.tsx';
import { type ConfigDraft, useConfigDraft } from './use-config-draft.ts';
import { WordsPart } from './words-part.tsx';

/** The form, what it makes beside it, and what can be done with both. */
export function ConfigEditor({ desk, part }: { desk: PrivacyDesk; part: Part }) {
  const draft = useConfigDraft(desk);
  const { config, change } = draft;
  const navigate = useNavigate();
  const [language, setLanguage] = useState('en');
  const form = useRef<HTMLFormElement>(null);
  const notes = useRef<HTMLDivElement>(null);
  const acts = useActs(desk, draft, () => notes.current?.focus());
  const { save, publish, discard, asking, setAsking } = acts;
  const faults = faultsOf(save.error, save.variables?.config, config);
  const [wanted, setWanted] = useState<{ path: Path }>();
  const shown = useDeferredValue(config);

  const choose = (id: Part) =>
    void navigate({ to: '/admin/privacy/edit', search: { part: id }, replace: true, resetScroll: false });
  const go = (path: Path) => {
    const at = partOf(path);
    const code = path.startsWith('translations.') ? path.split('.')[1] : undefined;
    if (code) setLanguage(code);
    // It cannot take the focus in a card that is closed.
    flushSync(() => closedAround(fieldAt(form.current, path))?.click());
    if (at !== part) choose(at);
    setWanted({ path });
  };
  // The field may stand behind another tab, which is there only after the page has changed.
  useEffect(() => {
    if (!wanted || partOf(wanted.path) !== part) return;
    fieldAt(form.current, wanted.path)?.focus();
    setWanted(undefined);
  }, [wanted, part]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.problem) {
      choose('json');
      return;
    }
    if (canSave) save.mutate({ config, revision: draft.base.revision, base: draft.base.version });
  };
  const canSave = draft.isChanged && !draft.isConflict && !save.isPending;
  const panels: Record<Part, () => React.ReactNode> = {
    services: () => <ServicesPart {...{ config, desk, change }} />,
    behaviour: () => <BehaviourPart {...{ config, change }} activeName={desk.active.config.storageName} />,
    look: () => <LookPart value={config.styling} onChange={(styling) => change({ styling })} />,
    words: () => <WordsPart {...{ config, language, change }} onLanguage={setLanguage} />,
    json: () => <JsonPart draft={draft} />,
  };
  // Hundreds of fields would be drawn with every letter. The cards keep what is open in them.
  const shows = (id: Part) => id === part || id === 'services';
  const refusal = save.error && Object.keys(faults).length === 0 && !isApiError(save.error, 'conflict') && save.error;
  return (
    <>
      <div ref={notes} tabIndex={-1} className={css.notes} role="alert">
        {draft.isConflict && <Conflict {...{ desk, draft }} />}
        {Object.keys(faults).length > 0 && <FaultList {...{ faults, config }} onGo={go} />}
      </div>
      <div className={css.editor}>
        <form ref={form} method="post" className={css.form} noValidate onSubmit={submit}>
          <div className={css.bar}>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!canSave && !save.isPending}>
              Save draft
            </Button>
            {desk.draft && (
              <>
                <Button disabled={draft.isChanged} onClick={() => setAsking('publish')}>
                  Publish
                </Button>
                {/* Another page of the site, as visitors begin it; the form stays as it is. */}
                <LinkButton to="/map" hash="klaro-testing" target="_blank" variant="quiet" icon="external">
                  Try it on the site
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
              desk.draft && (
                <Button variant="quiet" onClick={() => setAsking('discard')}>
                  Discard draft
                </Button>
              )
            )}
            <FormStatus
              error={refusal || undefined}
              done={
                draft.isChanged ? desk.draft && 'Save first: what is published is the draft as it is saved.' : acts.done
              }
            />
          </div>
          <FaultsContext value={faults}>
            <Tabs
              label="Parts of the configuration"
              value={part}
              onChange={choose}
              tabs={parts.map(([id, label]) => ({
                id,
                label: Object.keys(faults).some((path) => partOf(path) === id) ? (
                  <>
                    {label} <span className={css.count}>!</span>
                  </>
                ) : (
                  label
                ),
                panel:
                  shows(id) && (id !== 'json' && draft.problem ? <Unread onGo={() => choose('json')} /> : panels[id]()),
              }))}
            />
          </FaultsContext>
        </form>
        <section className={css.preview} aria-label="Preview">
          <div className={css.previewHead}>
            <h2>Preview</h2>
            <LanguageField
              label="Speaks"
              value={language}
              others={Object.keys(config.translations ?? {})}
              without={['zz']}
              onChange={setLanguage}
            />
          </div>
          <ConsentPreview config={shown} language={language} />
          <p className={css.hint}>Its switches work. Nothing is kept and nothing is sent.</p>
        </section>
      </div>
      {asking === 'publish' && desk.draft && (
        <PublishDialog
          {...{ desk }}
          draft={desk.draft}
          busy={publish.isPending}
          error={publish.error}
          onClose={() => setAsking(undefined)}
          onConfirm={() => publish.mutate()}
        />
      )}
      {asking === 'discard' && (
        <Ask
          title="Discard the draft?"
          action="Discard draft"
          busy={discard.isPending}
          error={discard.error}
          onClose={() => setAsking(undefined)}
          onConfirm={() => discard.mutate()}
        >
          What is in it is gone for every superuser; the audit log alone keeps it. Visitors go on with version{' '}
          {desk.active.number}.
        </Ask>
      )}
    </>
  );
}

/** What is asked of the server, and what it said last. */
function useActs(desk: PrivacyDesk, draft: ConfigDraft, onConflict: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'publish' | 'discard'>();
  const [done, setDone] = useState('');
  const meta = { suppress: [400, 404, 409] };
  const take = (words: string) => (now: PrivacyDesk) => {
    client.setQueryData(deskQuery.queryKey, now);
    setDone(words);
    setAsking(undefined);
  };
  // What somebody else has made of the draft is fetched, and shown beside one's own.
  const onError = async (error: Error) => {
    if (Object.keys(fieldsOf(error)).length > 0) setAsking(undefined);
    if (!isApiError(error, 'conflict') && !isApiError(error, 'not_found')) return onConflict();
    await client.invalidateQueries({ queryKey: deskQuery.queryKey });
    onConflict();
  };
  const revision = desk.draft?.revision ?? 0;
  const save = useMutation({
    meta,
    mutationFn: (body: DraftChange) => api('PUT /api/admin/privacy/draft', { body }),
    onSuccess: (now) => {
      take('The draft is saved. Visitors see it once it is published.')(now);
      draft.settle(now);
    },
    onError,
  });
  const publish = useMutation({
    meta,
    mutationFn: () => api('POST /api/admin/privacy/publish', { body: { revision } }),
    onSuccess: (now) => {
      take(`Version ${now.active.number} is published.`)(now);
      // Every page of this tab asks with it from now on, and so do lists of versions.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => /privacy|config\/features/.test(String(queryKey[0])),
      });
    },
    onError,
  });
  const discard = useMutation({
    meta,
    mutationFn: () => api('DELETE /api/admin/privacy/draft', { query: { revision } }),
    onSuccess: take('The draft is gone.'),
    onError,
  });
  return { save, publish, discard, asking, setAsking, done };
}

const fieldsOf = (error: unknown): Faults => (isApiError(error) ? error.fields : {});

/** What the server found in what was saved last, without what was changed since. */
function faultsOf(error: unknown, sent: unknown, now: unknown): Faults {
  return Object.fromEntries(
    Object.entries(fieldsOf(error)).flatMap(([field, fault]) => {
      const path = field.replace(/^config\.?/, '');
      return isSame(valueAt(sent, path), valueAt(now, path)) ? [[path, fault]] : [];
    }),
  );
}

const Unread = ({ onGo }: { onGo: () => void }) => (
  <Callout
    kind="warning"
    title="The JSON cannot be read yet"
    action={
      <Button size="sm" onClick={onGo}>
        Go to the JSON
      </Button>
    }
  >
    <p>Mend it, or go back to what could be read last; then this part is here again.</p>
  </Callout>
);

/** Both drafts, in what they differ. */
function Conflict({ desk, draft }: { desk: PrivacyDesk; draft: ConfigDraft }) {
  const theirs = draft.saved.config;
  const who = desk.draft ? desk.draft.changed_by : desk.active.published_by;
  const did = desk.draft ? 'saved another draft' : 'published or discarded the draft';
  return (
    <Callout kind="warning" title={`${who ?? 'Somebody else'} has ${did} meanwhile`}>
      <p>Nothing of yours is lost. Take over what you like, then go on.</p>
      <BothSides
        parts={sidesOf(theirs, draft.config)}
        theirs="Theirs, saved"
        mine="Yours"
        take="Take this"
        look="code"
        onTake={(id) => draft.change(taken(id, theirs, draft.config))}
      />
      <div className={css.actions}>
        <Button size="sm" onClick={draft.rebase}>
          Go on with mine
        </Button>
        <Button size="sm" onClick={() => draft.settle()}>
          Take theirs
        </Button>
      </div>
    </Callout>
  );
}
