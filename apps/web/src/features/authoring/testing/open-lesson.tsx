import type { AuthoredChapters, AuthoredLesson, AuthoredTrainingDetail, LessonPreview } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { buildUser } from '#lib/testing/builders.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { LessonEditorPage } from '../lesson/lesson-editor-page.tsx';

const at = '2026-11-24T15:00:00.000Z';
const head = { name: 'The first quote', summary: 'Use a quote.', minutes: 8 };
export const body = `Text before the quiz.

:::quiz[Why?]{#why kind=single}
- [ ] No
- [x] Yes

Because.
:::

Text after it.`;

export const lesson: AuthoredLesson = {
  ...{ id: 'sub-first-quote', slug: 'first-quote', name: 'The first quote', file: 'web/sqli/01-a/01-first-quote.md' },
  training: { slug: 'sqli', name: 'SQL Injection', tier: 1, continent: 'web', hidden: false },
  chapter: { id: 'ch-a', slug: 'a', name: 'Into the query' },
  state: 'published',
  published: { head, body, revision: 14, at, by: null },
  ...{ draft: null, others: [], base: null },
};

/** Returns the lesson with a draft of the current author. */
export const withDraft = (text: string, more: Partial<NonNullable<AuthoredLesson['draft']>> = {}): AuthoredLesson => ({
  ...lesson,
  state: 'changed',
  draft: { ...{ head, body: text, version: 3, base: 14, saved_at: at, publish_at: null, failure: null }, ...more },
});

export const training: AuthoredTrainingDetail = {
  ...{ id: 'tr-sqli', slug: 'sqli', continent: 'web', etag: '"1"', recommended_next: ['xss'] },
  icons: ['database', 'key'],
  head: {
    ...{ name: 'SQL Injection', term: '', tags: ['sql'], tier: 1, icon: 'database', summary: 'Talk to the database.' },
    ...{ description: 'Learn SQL injection.', requires: [], kind: 'course', hidden: false },
  },
};

type LessonNode = AuthoredChapters['chapters'][number]['subchapters'][number];
const node = (slug: string, name: string, more: Partial<LessonNode> = {}): LessonNode => ({
  ...{ id: `sub-${slug}`, slug, name, state: 'published', revision: 1, mine: false, others: [], scheduled_at: null },
  ...more,
});
export const chapters: AuthoredChapters = {
  etag: '"1"',
  withdrawn: [],
  chapters: [
    {
      ...{ id: 'ch-a', slug: 'a', name: 'Into the query' },
      subchapters: [node('what', 'Server requests'), node('first-quote', 'The first quote')],
    },
    {
      ...{ id: 'ch-b', slug: 'b', name: 'Out of the table' },
      subchapters: [node('second', 'Second-order', { state: 'draft', revision: null })],
    },
  ],
};

export const preview: LessonPreview = {
  modules: [
    { kind: 'text', id: 'text-1', html: '<p>Text before the quiz.</p>', headings: [] },
    {
      ...{ kind: 'quiz', id: 'why', answer_kind: 'single', question_html: '<p>Why?</p>' },
      options: [
        { id: 'a', html: 'No' },
        { id: 'b', html: 'Yes' },
      ],
    },
    { kind: 'flag', id: 'gold', title: 'Find the gold', html: '<p>Dig.</p>', points: 10 },
  ],
  blocks: [
    { id: 'text-1', from: 1, to: 1 },
    { id: 'why', from: 3, to: 8 },
    { id: 'gold', from: 10, to: 10 },
  ],
  diagnostics: [],
};

interface Options {
  first?: AuthoredLesson;
  answers?: Answers;
  showsRevisions?: boolean;
}

/** Renders the lesson editor with its tree and preview. */
export async function openLesson({ first = lesson, answers = {}, showsRevisions = false }: Options = {}) {
  let version = first.draft?.version ?? 0;
  const app = await renderApp(
    <>
      <LessonEditorPage training="sqli" subchapter="first-quote" showsRevisions={showsRevisions} />
      <Toaster />
    </>,
    {
      user: buildUser({ is_superuser: true }),
      answers: {
        'GET /api/admin/subchapter/:slug': first,
        'GET /api/admin/training/:slug': training,
        'GET /api/admin/training/:slug/chapters': chapters,
        'POST /api/admin/subchapter/:slug/preview': preview,
        'PUT /api/admin/subchapter/:slug/draft': ({ body: { head, body, base } }) => {
          version += 1;
          return { head, body, base, version, saved_at: at, publish_at: null, failure: null };
        },
        ...answers,
      },
    },
  );
  const source = await screen.findByRole('textbox', { name: 'Source of the lesson' });
  return { ...app, source };
}
