import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { blockKinds } from './block-kinds.ts';
import type { Block } from './lesson-blocks.ts';
import css from './source.module.css';
import type { SourceView } from './source-view.ts';

interface Props {
  block: Block;
  at: number;
  /** Number of blocks. */
  of: number;
  isCurrent: boolean;
  source: SourceView;
  /** Opens the insert dialog for the position below this block. */
  onInsert: () => void;
}

/** Header of a block: kind, facts and actions. Only the header of the block with the caret is in the tab order. */
export function BlockHeader({ block, at, of, isCurrent, source, onInsert }: Props) {
  const { icon, label: name } = blockKinds[block.kind];
  const { explanation } = block;
  const label = `${name} ${at + 1}`;
  const tabIndex = isCurrent ? 0 : -1;
  const move = (step: -1 | 1) => source.moveBlock(at, step);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the buttons moves the caret to the block, as in any line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves the caret to the block as well
    <div
      className={css.blockHead}
      data-current={isCurrent || undefined}
      data-kind={block.kind}
      onClick={({ target }) => {
        if (!(target as Element).closest('button, [role=menu]')) source.goTo(block.from);
      }}
    >
      <Icon name={icon} size={16} />
      <strong>{name}</strong>
      <span className={css.facts}>{block.facts}</span>
      {block.kind === 'figure' && (
        <span className={css.fact} data-has={block.hasAlt || undefined}>
          <Icon name={block.hasAlt ? 'tick' : 'warning'} size={14} />
          {block.hasAlt ? 'has alt text' : 'no alt text'}
        </span>
      )}
      {block.kind === 'flag' && <span className={css.fact}>answer kept secret</span>}
      <span className={css.blockActions}>
        <Button
          {...{ square: true, size: 'sm', variant: 'quiet', icon: 'chevron-up', tabIndex }}
          aria-label={`Move ${label} up`}
          disabled={at === 0}
          onClick={() => move(-1)}
        />
        <Button
          {...{ square: true, size: 'sm', variant: 'quiet', icon: 'chevron-down', tabIndex }}
          aria-label={`Move ${label} down`}
          disabled={at === of - 1}
          onClick={() => move(1)}
        />
        <Menu
          trigger={(props) => (
            <Button
              {...props}
              {...{ square: true, size: 'sm', variant: 'quiet', icon: 'menu', tabIndex }}
              aria-label={`More for ${label}`}
            />
          )}
        >
          <MenuItem icon="plus" onClick={onInsert}>
            Insert below …
          </MenuItem>
          <MenuItem icon="copy" onClick={() => source.duplicate(at)}>
            Duplicate
          </MenuItem>
          {explanation && (
            <MenuItem
              icon={source.isFolded(explanation) ? 'chevron-down' : 'chevron-up'}
              onClick={() => source.toggleExplanation(explanation)}
            >
              {source.isFolded(explanation) ? 'Show' : 'Fold'} the explanation (
              {plural(explanation.to - explanation.from + 1, 'line')})
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon="close" onClick={() => source.remove(at)}>
            Delete
          </MenuItem>
        </Menu>
      </span>
    </div>
  );
}
