import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './lab-features.module.css';

interface Props {
  /** Whether the lab has a shell. */
  shell: boolean;
  repair: boolean;
  /** Techniques; omitted on the page of a lab, whose learner may want to find them out. */
  tags?: readonly string[];
  tools: readonly string[];
}

/** Features of a lab: shell, repair, and the tools that it teaches. The parent defines the layout. */
export const LabFeatures = ({ shell, repair, tags = [], tools }: Props) => (
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
    {tags.length > 0 && (
      <span className={css.tags}>
        <VisuallyHidden>Techniques: </VisuallyHidden>
        {tags.join(', ')}
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
