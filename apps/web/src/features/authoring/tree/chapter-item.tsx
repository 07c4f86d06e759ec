import { Link } from '@tanstack/react-router';
import type { DragEvent, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { authoringIcons } from '../authoring-icons.ts';
import { LessonStateIcon } from './lesson-state-icon.tsx';
import css from './tree.module.css';
import { type ChapterNode, type LessonNode, removeChapter, withdrawLesson } from './tree-moves.ts';
import type { TreeMoves } from './use-tree-moves.ts';

/** Request to open the name dialog for an action. */
export type NameRequest =
  | { what: 'new-chapter' }
  | { what: 'new-lesson'; chapter: ChapterNode }
  | { what: 'rename-chapter'; chapter: ChapterNode }
  | { what: 'rename-lesson'; lesson: LessonNode };

interface Props {
  /** Slugs. */
  training: string;
  /** Slug of the open lesson, if any. */
  current: string | undefined;
  chapter: ChapterNode;
  number: number;
  moves: TreeMoves;
  onRequest: (request: NameRequest) => void;
}

/** A chapter of the tree with its lessons, their menus and drag handles. */
export function ChapterItem({ training, current, chapter, number, moves, onRequest }: Props) {
  const { change, step, onKey, dropTarget, drag, place } = moves;
  return (
    <li
      data-node={chapter.id}
      onKeyDown={onKey('chapter', chapter)}
      {...dropTarget(chapter.id, place(chapter, chapter.subchapters.length))}
    >
      <div className={css.chapter}>
        <DragHandle name={chapter.name} {...drag('chapter', chapter.id)}>
          <MoveItems onMove={(by) => step('chapter', chapter, by)} />
          <MenuItem icon="note" onClick={() => onRequest({ what: 'rename-chapter', chapter })}>
            Rename …
          </MenuItem>
          <MenuItem
            icon="close"
            onClick={() => change((now) => removeChapter(now, chapter.id), `Withdrew ${chapter.name}.`)}
          >
            Withdraw with its lessons
          </MenuItem>
        </DragHandle>
        <span className={css.number}>{String(number).padStart(2, '0')}</span>
        <h3 data-name tabIndex={-1}>
          {chapter.name}
        </h3>
        <Button
          {...{ square: true, size: 'sm', variant: 'quiet', icon: 'plus' }}
          aria-label={`Add a lesson to ${chapter.name}`}
          onClick={() => onRequest({ what: 'new-lesson', chapter })}
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
              <MenuItem icon="note" onClick={() => onRequest({ what: 'rename-lesson', lesson })}>
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
