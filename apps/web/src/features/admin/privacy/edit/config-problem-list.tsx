import type { ConsentConfig } from '@hexpedition/contract';
import { plural } from '#lib/format.ts';
import { Callout } from '#ui/callout.tsx';
import { fieldName, type Path } from '../config-names.ts';
import type { Problems } from './config-fields.tsx';
import css from './edit.module.css';

interface Props {
  problems: Problems;
  config: ConsentConfig;
  onGo: (path: Path) => void;
}

/** Problems that prevent saving the draft. Each one links to its field. */
export const ConfigProblemList = ({ problems, config, onGo }: Props) => {
  const entries = Object.entries(problems);
  return (
    <Callout kind="danger" title={`The draft was not saved: ${plural(entries.length, 'problem')} to fix`}>
      <ul className={css.problems}>
        {entries.map(([path, problem]) => (
          <li key={path}>
            <button type="button" className={css.problem} onClick={() => onGo(path)}>
              {fieldName(path, config)}
            </button>{' '}
            {problem}
          </li>
        ))}
      </ul>
    </Callout>
  );
};
