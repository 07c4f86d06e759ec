import type { AdminMailTemplate, MailPreview, WordingPart } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { mailTemplatesQuery } from '../../admin-queries.ts';
import { SideBySide } from '../../side-by-side.tsx';
import emailCss from '../email.module.css';
import { MailFrame } from '../mail-frame.tsx';
import { MailTemplateForm } from './mail-template-form.tsx';
import css from './mail-templates.module.css';
import { PlaceholderReference } from './placeholder-list.tsx';
import {
  differingParts,
  labelOf,
  problemsOf,
  type TemplateTexts,
  toTexts,
  toWording,
  withExamples,
} from './template-texts.ts';
import { type TemplateDraft, useTemplateDraft } from './use-template-draft.ts';

/** Editor of one mail template, with a preview of the mail. */
export function MailTemplatePage({ kind }: { kind: string }) {
  const query = usePersonalQuery({ ...mailTemplatesQuery, staleTime: 0 });
  const { data, error, isFetching, refetch } = query;
  const template = data?.templates.find((one) => one.kind === kind);
  return (
    <Page
      title={template ? template.subject : 'Mail template'}
      label={<BackLink to="/admin/email/templates">All mail templates</BackLink>}
      lead={template && <Lead template={template} />}
    >
      {error && !data && <LoadError what="The mail template" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && !template && (
        <EmptyState icon="note" title="Mail template not found">
          <p>No mail template has this name. An update may have removed it.</p>
        </EmptyState>
      )}
      {template && <Editor template={template} />}
    </Page>
  );
}

const Lead = ({ template: { changed, changed_at, changed_by } }: { template: AdminMailTemplate }) => (
  <>
    You cannot change the facts, the link of the button and the reason at the end.{' '}
    {changed.length > 0 && changed_at
      ? `Changed ${when(changed_at)}${changed_by ? ` by ${changed_by}` : ''}.`
      : 'This is the default text.'}
  </>
);

const debounceMs = 300;

/** Previews the mail of the edited text, debounced. For an invalid text, returns the error and the last valid preview. */
function useMailPreview(template: AdminMailTemplate, texts: TemplateTexts, isChanged: boolean) {
  const api = useApi();
  const [shown, setShown] = useState<{ mail: MailPreview; error?: unknown }>({ mail: template });
  const isSaved = !isChanged && Object.keys(template.problems).length === 0;
  const wording = JSON.stringify(toWording(texts));
  useEffect(() => {
    if (isSaved) return;
    const call = new AbortController();
    const timer = window.setTimeout(() => {
      const input = { params: { kind: template.kind }, body: JSON.parse(wording) };
      api('POST /api/admin/mail_templates/:kind/preview', input, { signal: call.signal }).then(
        (mail) => setShown({ mail }),
        (error: unknown) => {
          if (!call.signal.aborted) setShown((before) => ({ ...before, error }));
        },
      );
    }, debounceMs);
    return () => {
      window.clearTimeout(timer);
      call.abort();
    };
  }, [api, template.kind, wording, isSaved]);
  return isSaved ? { mail: template, error: undefined } : shown;
}

type Format = 'light' | 'dark' | 'text';

/** Preview of a mail: its row in an inbox, then its light, dark and plain-text formats. */
function MailTemplatePreview({ mail, previewLine }: { mail: MailPreview; previewLine: string }) {
  const [format, setFormat] = useState<Format>('light');
  const frame = (scheme: 'light' | 'dark') =>
    format === scheme && <MailFrame title={`Preview: ${mail.subject}`} html={forceColorScheme(mail.html, scheme)} />;
  return (
    <>
      <p className={css.inbox}>
        <strong>{mail.subject}</strong> <span>{previewLine}</span>
      </p>
      <Tabs
        label="Mail format"
        value={format}
        onChange={setFormat}
        tabs={[
          { id: 'light', label: 'Light', panel: frame('light') },
          { id: 'dark', label: 'Dark', panel: frame('dark') },
          { id: 'text', label: 'Plain text', panel: <pre className={emailCss.text}>{mail.text}</pre> },
        ]}
      />
    </>
  );
}

/** Rewrites a mail's HTML so that it renders in one color scheme, independent of the browser's. */
export const forceColorScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('content="light dark"', `content="${scheme}"`);

function Editor({ template }: { template: AdminMailTemplate }) {
  const draft = useTemplateDraft(template);
  const { mail, error } = useMailPreview(template, draft.words, draft.isChanged);
  const problems = problemsOf(error);
  // The Save button is at the other end of the page, so a conflict moves the focus here.
  const notes = useRef<HTMLDivElement>(null);
  const isInvalid = Object.keys(problems).length > 0;
  return (
    <>
      <div ref={notes} tabIndex={-1} className={css.notes}>
        <Notes template={template} draft={draft} />
      </div>
      <div className={css.editor}>
        <MailTemplateForm
          template={template}
          draft={draft}
          problems={problems}
          onConflict={() => notes.current?.focus()}
        />
        <section className={css.preview} aria-label="Preview">
          <MailTemplatePreview mail={mail} previewLine={withExamples(draft.words.preview, template)} />
          <p className={css.hint} role="status">
            {isInvalid
              ? 'The preview shows the last valid text.'
              : error
                ? 'The preview did not load. It tries again with your next change.'
                : 'Preview with example data. The links in it do not work.'}
          </p>
        </section>
        <PlaceholderReference placeholders={template.placeholders} />
      </div>
    </>
  );
}

/** Warnings above the form: conflicts, an invalid saved text, and a changed default text. */
function Notes({ template, draft }: { template: AdminMailTemplate; draft: TemplateDraft }) {
  const saved = toTexts(template.wording);
  const defaults = toTexts(template.default_wording);
  const outdated = Object.keys(template.former_default).filter((part): part is keyof TemplateTexts => part in defaults);
  const problems = Object.entries(template.problems);
  return (
    <>
      {draft.isConflict && (
        <Callout
          kind="warning"
          role="alert"
          title={`${template.changed_by ?? 'Another superuser'} has saved a different text`}
        >
          <p>Your changes are not lost. Copy what you want from the saved text, then choose how to continue.</p>
          <SideBySide
            parts={sidesOf(differingParts(saved, draft.words), saved, draft.words)}
            theirsTitle="Saved"
            mineTitle="Yours"
            takeLabel="Use this"
            onTake={(part) => draft.write(part, saved[part])}
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
      )}
      {problems.length > 0 && (
        <Callout kind="danger" title="The saved text is invalid, so mails use the default text">
          <ul>
            {problems.map(([part, problem]) => (
              <li key={part}>{part in defaults ? `${labelOf(part as keyof TemplateTexts)}: ${problem}` : problem}</li>
            ))}
          </ul>
        </Callout>
      )}
      {outdated.length > 0 && !draft.isConflict && (
        <Callout title="The default text has changed since yours was saved">
          <p>Mails still use your text. Copy what you want from the new default text, or save yours unchanged.</p>
          <SideBySide
            parts={sidesOf(outdated, defaults, draft.words)}
            theirsTitle="New default"
            mineTitle="Yours"
            takeLabel="Use default"
            onTake={(part) => draft.write(part, defaults[part])}
          />
        </Callout>
      )}
    </>
  );
}

const sidesOf = (parts: readonly WordingPart[], theirs: TemplateTexts, mine: TemplateTexts) =>
  parts.map((part) => ({ id: part, label: labelOf(part), theirs: theirs[part], mine: mine[part] }));
