import { tierNames } from '@hexpedition/contract/tiers';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './palette.module.css';
import type { Entry } from './palette-entries.ts';

interface Props {
  id: string;
  entry: Entry;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

export function PaletteOption({
  id,
  entry: { icon, name, context, excerpt, tier },
  selected,
  onPoint,
  onChoose,
}: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys and marks this as its active option
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={css.option}
      onPointerMove={() => selected || onPoint()}
      onClick={onChoose}
    >
      <Icon name={icon} size={18} />
      <div className={css.what}>
        <div className={css.name}>
          {name}
          {context && <span className={css.context}>{context}</span>}
          {tier ? <Chip>{tierNames[tier]}</Chip> : null}
        </div>
        {excerpt && (
          <div className={css.excerpt}>
            {excerpt.map(({ text, hit }, i) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never reorder
              return hit ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>;
            })}
          </div>
        )}
      </div>
    </div>
  );
}
