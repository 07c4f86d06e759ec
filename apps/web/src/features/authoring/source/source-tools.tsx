import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { editorIcons } from '#ui/editor-icons.ts';
import type { IconShape } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { authoringIcons } from '../authoring-icons.ts';
import { type BlockKind, blockKindNames, blockKinds } from './block-kinds.ts';
import { needsChoice } from './insert-dialog.tsx';
import css from './source.module.css';
import type { SourceState, SourceView } from './source-view.ts';

interface Props {
  source: SourceView | null;
  sourceState: SourceState | undefined;
  /** Opens the insert dialog, for this kind of block if it is given. */
  onInsert: (kind?: BlockKind) => void;
}

const toolbarKinds = ['text', 'quiz', 'flag', 'figure'] as const;
const menuKinds = blockKindNames.filter((kind) => !toolbarKinds.some((one) => one === kind));

/** Toolbar of the source editor. It is one tab stop; the arrow keys move between its buttons. */
export function SourceTools({ source, sourceState, onInsert }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const insert = (kind: BlockKind) =>
    needsChoice(kind) ? onInsert(kind) : source?.insert(kind, sourceState?.current ?? -1);
  const moveFocus = (step: number) => {
    const tools = [...(bar.current?.querySelectorAll<HTMLElement>('button:not([role])') ?? [])];
    const at = tools.indexOf(document.activeElement as HTMLElement);
    if (at !== -1) tools.at((at + step) % tools.length)?.focus();
  };
  const tool = (label: string, icon: IconName | IconShape, run: (() => void) | undefined, isDisabled = false) => (
    <Button
      {...{ square: true, size: 'sm', variant: 'quiet', icon, title: label }}
      aria-label={label}
      disabled={isDisabled}
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
        if (key === 'ArrowRight') moveFocus(1);
        if (key === 'ArrowLeft') moveFocus(-1);
      }}
    >
      {tool('Bold', authoringIcons.bold, () => source?.wrap('**'))}
      {tool('Italic', authoringIcons.italic, () => source?.wrap('*'))}
      {tool('Code', 'code', () => source?.wrap('`'))}
      {tool('Link', 'external', () => source?.link())}
      {tool('List', 'list', () => source?.list())}
      <span className={css.rule} />
      {tool('Undo', editorIcons.undo, () => source?.undo(), !sourceState?.canUndo)}
      {tool('Redo', editorIcons.redo, () => source?.redo(), !sourceState?.canRedo)}
      <span className={css.rule} />
      <span className={css.inserts}>
        {toolbarKinds.map((kind) => (
          <Button
            key={kind}
            {...{ size: 'sm', variant: 'quiet', icon: blockKinds[kind].icon }}
            onClick={() => insert(kind)}
            aria-label={`Insert: ${blockKinds[kind].label}`}
          >
            {blockKinds[kind].label}
          </Button>
        ))}
        <Menu
          trigger={(props) => (
            <Button {...props} {...{ size: 'sm', variant: 'quiet', icon: 'chevron-down' }}>
              More
            </Button>
          )}
        >
          {menuKinds.map((kind) => (
            <MenuItem key={kind} icon={blockKinds[kind].icon} onClick={() => insert(kind)}>
              {blockKinds[kind].label}
            </MenuItem>
          ))}
        </Menu>
      </span>
      <span className={css.insertAny}>{tool('Insert a block', 'plus', () => onInsert())}</span>
    </div>
  );
}
