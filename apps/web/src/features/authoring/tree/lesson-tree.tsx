import { Link } from '@tanstack/react-router';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Icon } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Label } from '#ui/label.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { authoringIcons } from '../authoring-icons.ts';
import { authoredTrainingQuery } from '../authoring-queries.ts';
import { LessonStateIcon, LessonStateLegend } from './lesson-state-icon.tsx';
import { NamesDialog } from './names-dialog.tsx';
import css from './tree.module.css';
import {
  addChapter,
  addLesson,
  type ChapterNode,
  type LessonNode,
  lessonsOf,
  moveChapter,
  moveLesson,
  placeChapter,
  placeLesson,
  removeChapter,
  renameChapter,
  renameLesson,
  restoreLesson,
  withdrawLesson,
} from './tree-moves.ts';
import { type Tree, useLessonTree } from './use-lesson-tree.ts';

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

/** Request to open the name dialog for an action. */
type NameRequest =
  | { what: 'new-chapter' }
  | { what: 'new-lesson'; chapter: ChapterNode }
  | { what: 'rename-chapter'; chapter: ChapterNode }
  | { what: 'rename-lesson'; lesson: LessonNode };

interface Dragged {
  kind: 'chapter' | 'lesson';
  id: string;
}

interface ChaptersProps extends Props {
  current: string | undefined;
  tree: Tree;
  chapters: readonly ChapterNode[];
}

function Chapters({ training, current, tree, chapters }: ChaptersProps) {
  const [request, setRequest] = useState<NameRequest>();
  const [dragged, setDragged] = useState<Dragged>();
  const [over, setOver] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** Id of the node that a key moved. It keeps the focus in its new place. */
  const moved = useRef<string>(undefined);

  // Restores the focus, which the browser drops when React moves the element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order is a move
  useEffect(() => {
    if (moved.current) list.current?.querySelector<HTMLElement>(`[data-node="${moved.current}"] [data-name]`)?.focus();
    moved.current = undefined;
  }, [chapters]);

  const change = (update: Parameters<Tree['change']>[0], message: string) => {
    setAnnouncement('');
    // A rejected change shows its reason above the tree.
    void tree.change(update).then(
      () => setAnnouncement(message),
      () => undefined,
    );
  };
  const step = (kind: Dragged['kind'], { id, name }: { id: string; name: string }, by: -1 | 1) => {
    moved.current = id;
    change(
      (now) => (kind === 'lesson' ? moveLesson(now, id, by) : moveChapter(now, id, by)),
      `Moved ${name} ${by === 1 ? 'down' : 'up'}.`,
    );
  };
  const onKey = (kind: Dragged['kind'], node: { id: string; name: string }) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // Without this, the chapter of the lesson would move as well.
    event.stopPropagation();
    step(kind, node, event.key === 'ArrowUp' ? -1 : 1);
  };
  /** Props of a drop target. */
  const dropTarget = (id: string, drop: (dragged: Dragged) => void) => ({
    'data-over': over === id || undefined,
    onDragOver: (event: DragEvent) => {
      if (!dragged || dragged.id === id) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (dragged && dragged.id !== id) drop(dragged);
      setDragged(undefined);
      setOver(undefined);
    },
  });
  const drag = (kind: Dragged['kind'], id: string) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged({ kind, id });
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
  });
  const place = (chapter: ChapterNode, at: number) => (moving: Dragged) =>
    change(
      (now) =>
        moving.kind === 'lesson'
          ? placeLesson(now, moving.id, chapter.id, at)
          : placeChapter(
              now,
              moving.id,
              now.findIndex(({ id }) => id === chapter.id),
            ),
      'Moved.',
    );

  return (
    <>
      <ol ref={list} className={css.chapters} aria-busy={tree.isBusy}>
        {chapters.map((chapter, at) => (
          <li
            key={chapter.id}
            data-node={chapter.id}
            onKeyDown={onKey('chapter', chapter)}
            {...dropTarget(chapter.id, place(chapter, chapter.subchapters.length))}
          >
            <div className={css.chapter}>
              <DragHandle name={chapter.name} {...drag('chapter', chapter.id)}>
                <MoveItems onMove={(by) => step('chapter', chapter, by)} />
                <MenuItem icon="note" onClick={() => setRequest({ what: 'rename-chapter', chapter })}>
                  Rename …
                </MenuItem>
                <MenuItem
                  icon="close"
                  onClick={() => change((now) => removeChapter(now, chapter.id), `Withdrew ${chapter.name}.`)}
                >
                  Withdraw with its lessons
                </MenuItem>
              </DragHandle>
              <span className={css.number}>{String(at + 1).padStart(2, '0')}</span>
              <h3 data-name tabIndex={-1}>
                {chapter.name}
              </h3>
              <Button
                {...{ square: true, size: 'sm', variant: 'quiet', icon: 'plus' }}
                aria-label={`Add a lesson to ${chapter.name}`}
                onClick={() => setRequest({ what: 'new-lesson', chapter })}
              />
            </div>
            <ol className={css.lessons}>
              {chapter.subchapters.map((lesson, index) => (
                <li
                  key={lesson.id}
                  data-node={lesson.id}
                  data-current={lesson.slug === current || undefined}
                  onKeyDown={onKey('lesson', lesson)}
                  {...dropTarget(lesson.id, place(chapter, index))}
                >
                  <DragHandle name={lesson.name} {...drag('lesson', lesson.id)}>
                    <MoveItems onMove={(by) => step('lesson', lesson, by)} />
                    <MenuItem icon="note" onClick={() => setRequest({ what: 'rename-lesson', lesson })}>
                      Rename …
                    </MenuItem>
                    <MenuItem
                      icon="close"
                      onClick={() => change((now) => withdrawLesson(now, lesson.id), `Withdrew ${lesson.name}.`)}
                    >
                      Withdraw
                    </MenuItem>
                  </DragHandle>
                  <LessonLink training={training} chapter={chapter.slug} lesson={lesson} current={current} />
                </li>
              ))}
            </ol>
          </li>
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
                  onClick={() => change((now) => restoreLesson(now, lesson), `Restored ${lesson.name} at the end.`)}
                >
                  Restore<VisuallyHidden> {lesson.name}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {request && <TreeDialog request={request} tree={tree} onClose={() => setRequest(undefined)} />}
    </>
  );
}

interface LineProps extends Pick<Props, 'training'> {
  chapter: string;
  lesson: LessonNode;
  current: string | undefined;
}

function LessonLink({ training, chapter, lesson, current }: LineProps) {
  const { slug, name, state, others, scheduled_at } = lesson;
  return (
    <Link
      to="/admin/training/$training/$chapter/$subchapter"
      params={{ training, chapter, subchapter: slug }}
      className={css.lesson}
      data-name
      data-state={state}
      {...(slug === current && { 'aria-current': 'page' as const })}
    >
      <LessonStateIcon state={state} />
      <span className={css.name}>{name}</span>
      {scheduled_at && <Icon name="clock" size={14} label="scheduled" />}
      {others.length > 0 && (
        <span className={css.others} title={`Drafts of ${others.join(', ')}`}>
          <VisuallyHidden>drafts of </VisuallyHidden>
          {others.map((one) => one.slice(0, 2).toUpperCase()).join(' ')}
        </span>
      )}
    </Link>
  );
}

interface DragHandleProps {
  name: string;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
  children: ReactNode;
}

/** Drag handle of a chapter or lesson that also opens its menu. */
function DragHandle({ name, children, ...drag }: DragHandleProps) {
  return (
    <Menu
      align="start"
      trigger={(props) => (
        <button type="button" {...props} {...drag} draggable className={css.grip} aria-label={`Actions for ${name}`}>
          <Icon name={authoringIcons.grip} size={16} />
        </button>
      )}
    >
      {children}
    </Menu>
  );
}

function MoveItems({ onMove }: { onMove: (by: -1 | 1) => void }) {
  return (
    <>
      <MenuItem icon="chevron-up" onClick={() => onMove(-1)}>
        Move up
      </MenuItem>
      <MenuItem icon="chevron-down" onClick={() => onMove(1)}>
        Move down
      </MenuItem>
      <MenuSeparator />
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
