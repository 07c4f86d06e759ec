import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './lab-kit.module.css';

interface Props {
  /** Whether it comes with a shell. */
  shell: boolean;
  repair: boolean;
  tools: readonly string[];
}

/** What a lab comes with, and the programs that it teaches. It lays itself out as what stands around it says. */
export const LabKit = ({ shell, repair, tools }: Props) => (
  <>
    {shell && (
      <span className={css.mark}>
        <Icon name="terminal" size={16} />
        Shell
      </span>
    )}
    {repair && (
      <span className={css.mark}>
        <Icon name="shield" size={16} />
        Repair
      </span>
    )}
    {tools.length > 0 && (
      <span className={css.tools}>
        <VisuallyHidden>Tools: </VisuallyHidden>
        {tools.join(', ')}
      </span>
    )}
  </>
);
