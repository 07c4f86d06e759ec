import { useRef } from 'react';
import { editorIcons } from '#features/map/editor/editor-icons.public.ts';
import { Button } from '#ui/button.tsx';
import type { OwnIcon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { authoringIcons, blockFaces } from '../authoring-icons.ts';
import { type BlockKind, blockKinds } from './blocks.ts';
import { isAsked } from './insert-dialog.tsx';
import css from './source.module.css';
import type { SourceFacts, SourceView } from './source-view.ts';

interface Props {
  source: SourceView | null;
  facts: SourceFacts | undefined;
  /** Asks what is inserted, or what a block of this kind shows. */
  onInsert: (kind?: BlockKind) => void;
}

const near = ['text', 'quiz', 'flag', 'figure'] as const;
const rest = blockKinds.filter((kind) => !near.some((one) => one === kind));

/** What can be done with the text at the caret. One stop of the tab key: arrows go from tool to tool. */
export function SourceTools({ source, facts, onInsert }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const insert = (kind: BlockKind) => (isAsked(kind) ? onInsert(kind) : source?.insert(kind, facts?.current ?? -1));
  const go = (step: number) => {
    const tools = [...(bar.current?.querySelectorAll<HTMLElement>('button:not([role])') ?? [])];
    const at = tools.indexOf(document.activeElement as HTMLElement);
    if (at !== -1) tools.at((at + step) % tools.length)?.focus();
  };
  const tool = (label: string, icon: IconName | OwnIcon, run: (() => void) | undefined, isOff = false) => (
    <Button
      {...{ square: true, size: 'sm', variant: 'quiet', icon, title: label }}
      aria-label={label}
      disabled={isOff}
      {...(run && { onClick: run })}
    />
  );
  return (
    <div
      ref={bar}
      className={css.tools}
      data-part
      role="toolbar"
      aria-label="Source"
      onKeyDown={({ key, target }) => {
        if ((target as Element).closest('[role=menu]')) return;
        if (key === 'ArrowRight') go(1);
        if (key === 'ArrowLeft') go(-1);
      }}
    >
      {tool('Bold', authoringIcons.bold, () => source?.wrap('**'))}
      {tool('Italic', authoringIcons.italic, () => source?.wrap('*'))}
      {tool('Code', 'code', () => source?.wrap('`'))}
      {tool('Link', 'external', () => source?.link())}
      {tool('List', 'list', () => source?.list())}
      <span className={css.rule} />
      {tool('Undo', editorIcons.undo, () => source?.undo(), !facts?.canUndo)}
      {tool('Redo', editorIcons.redo, () => source?.redo(), !facts?.canRedo)}
      <span className={css.rule} />
      <span className={css.inserts}>
        {near.map((kind) => (
          <Button
            key={kind}
            {...{ size: 'sm', variant: 'quiet', icon: blockFaces[kind].icon }}
            onClick={() => insert(kind)}
            aria-label={`Insert: ${blockFaces[kind].name}`}
          >
            {blockFaces[kind].name}
          </Button>
        ))}
        <Menu
          trigger={(props) => (
            <Button {...props} {...{ size: 'sm', variant: 'quiet', icon: 'chevron-down' }}>
              More
            </Button>
          )}
        >
          {rest.map((kind) => (
            <MenuItem key={kind} icon={blockFaces[kind].icon} onClick={() => insert(kind)}>
              {blockFaces[kind].name}
            </MenuItem>
          ))}
        </Menu>
      </span>
      <span className={css.insertAny}>{tool('Insert a block', 'plus', () => onInsert())}</span>
    </div>
  );
}
