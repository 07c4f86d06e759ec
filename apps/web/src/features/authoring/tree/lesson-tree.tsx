import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Label } from '#ui/label.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { authoredTrainingQuery } from '../authoring-queries.ts';
import { checkNames, type Names, NamesFields } from '../names-fields.tsx';
import { ChapterItem, type NameRequest } from './chapter-item.tsx';
import { LessonStateIcon, LessonStateLegend } from './lesson-state-icon.tsx';
import css from './tree.module.css';
import {
  addChapter,
  addLesson,
  type ChapterNode,
  type LessonNode,
  lessonsOf,
  renameChapter,
  renameLesson,
  restoreLesson,
} from './tree-moves.ts';
import { type Tree, useLessonTree } from './use-lesson-tree.ts';
import { useTreeMoves } from './use-tree-moves.ts';

interface Props {
  /** Slugs. */
  training: string;
  /** Slug of the open lesson, if any. */
  current?: string;
}

/** Tree of a training's chapters and lessons, with their states and the actions that reorder and rename them. */
export function LessonTree({ training, current }: Props) {
  const tree = useLessonTree(training);
  const { data: head } = usePersonalQuery(authoredTrainingQuery(training));
  const { chapters, error, isFetching, refetch } = tree;
  return (
    <nav className={css.tree} aria-label="Chapters and lessons" data-part>
      {current !== undefined && (
        <header className={css.head}>
          <Label>
            <BackLink to="/admin/training">Courses</BackLink>
          </Label>
          <h2>
            <Link to="/admin/training/$training" params={{ training }}>
              {head?.head.name ?? training}
            </Link>
          </h2>
          {chapters && <p className={css.counts}>{countsText(chapters)}</p>}
        </header>
      )}
      <div className={css.scroll}>
        {!chapters && error && <LoadError what="The lessons" {...{ error, isFetching, refetch }} />}
        {!chapters && !error && <Skeleton lines={6} />}
        {tree.rejection && (
          <Callout kind="danger" role="alert">
            <p>{tree.rejection} The list shows the current state of the server.</p>
          </Callout>
        )}
        {chapters && <Chapters training={training} current={current} tree={tree} chapters={chapters} />}
      </div>
      <footer className={css.foot}>
        <LessonStateLegend />
        <p className={css.keys}>
          <Kbd>Alt</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> move a lesson
        </p>
      </footer>
    </nav>
  );
}

function countsText(chapters: readonly ChapterNode[]): string {
  const lessons = lessonsOf(chapters);
  const count = (state: LessonNode['state']) => lessons.filter((lesson) => lesson.state === state).length;
  const [changed, drafts] = [count('changed'), count('draft')];
  return [plural(lessons.length, 'lesson'), changed > 0 && `${changed} changed`, drafts > 0 && plural(drafts, 'draft')]
    .filter(Boolean)
    .join(' · ');
}

interface ChaptersProps extends Props {
  current: string | undefined;
  tree: Tree;
  chapters: readonly ChapterNode[];
}

function Chapters({ training, current, tree, chapters }: ChaptersProps) {
  const [request, setRequest] = useState<NameRequest>();
  const moves = useTreeMoves(tree, chapters);
  return (
    <>
      <ol ref={moves.list} className={css.chapters} aria-busy={tree.isBusy}>
        {chapters.map((chapter, at) => (
          <ChapterItem
            key={chapter.id}
            training={training}
            current={current}
            chapter={chapter}
            number={at + 1}
            moves={moves}
            onRequest={setRequest}
          />
        ))}
      </ol>
      {chapters.length === 0 && <p className={css.none}>No chapters yet. Add a chapter first, then its lessons.</p>}
      <Button {...{ size: 'sm', variant: 'quiet', icon: 'plus' }} onClick={() => setRequest({ what: 'new-chapter' })}>
        Add a chapter
      </Button>
      {tree.withdrawn.length > 0 && (
        <section className={css.withdrawn} aria-label="Withdrawn">
          <h3>Withdrawn</h3>
          <ul>
            {tree.withdrawn.map((lesson) => (
              <li key={lesson.id}>
                <LessonStateIcon state="withdrawn" isNamed={false} />
                <span className={css.name}>{lesson.name}</span>
                <Button
                  {...{ size: 'sm', variant: 'quiet' }}
                  disabled={chapters.length === 0}
                  onClick={() =>
                    moves.change((now) => restoreLesson(now, lesson), `Restored ${lesson.name} at the end.`)
                  }
                >
                  Restore<VisuallyHidden> {lesson.name}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <VisuallyHidden>
        <span role="status">{moves.announcement}</span>
      </VisuallyHidden>
      {request && <TreeDialog request={request} tree={tree} onClose={() => setRequest(undefined)} />}
    </>
  );
}

function TreeDialog({ request, tree, onClose }: { request: NameRequest; tree: Tree; onClose: () => void }) {
  switch (request.what) {
    case 'new-chapter':
      return (
        <NamesDialog
          title="New chapter"
          submitLabel="Add chapter"
          onNames={(names) => tree.change((now) => addChapter(now, names))}
          onClose={onClose}
        />
      );
    case 'new-lesson':
      return (
        <NamesDialog
          title={`New lesson in ${request.chapter.name}`}
          submitLabel="Create draft"
          onNames={(names) => tree.change((now) => addLesson(now, request.chapter.id, names))}
          onClose={onClose}
        />
      );
    case 'rename-chapter':
      return (
        <NamesDialog
          title={`Rename ${request.chapter.name}`}
          submitLabel="Rename"
          names={request.chapter}
          onNames={(names) => tree.change((now) => renameChapter(now, request.chapter.id, names))}
          onClose={onClose}
        />
      );
    case 'rename-lesson':
      return (
        <NamesDialog
          title={`Rename ${request.lesson.name}`}
          submitLabel="Rename"
          names={request.lesson}
          onNames={(names) => tree.change((now) => renameLesson(now, request.lesson.id, names))}
          onClose={onClose}
        />
      );
  }
}

interface NamesDialogProps {
  title: string;
  submitLabel: string;
  names?: Names;
  /** Saves the names. The form shows the error if the promise rejects. */
  onNames: (names: Names) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name and the address of a chapter or a lesson. */
function NamesDialog({ title, submitLabel, names, onNames, onClose }: NamesDialogProps) {
  const form = useForm({
    fields: ['name', 'slug'],
    check: checkNames,
    send: onNames,
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form form={form}>
        <NamesFields
          names={names}
          maxNameLength={80}
          hint={
            names
              ? 'Existing links break when you change the address. Learners keep their progress.'
              : 'Last part of the URL.'
          }
          problems={form.problems}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            {submitLabel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
