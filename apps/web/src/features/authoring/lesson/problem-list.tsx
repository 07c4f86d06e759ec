import type { ContentDiagnostic } from '@hexpedition/contract';
import { Icon } from '#ui/icon.tsx';
import css from './lesson-editor.module.css';

interface Props {
  problems: readonly ContentDiagnostic[];
  /** Moves the caret to a line of the body. */
  onGo?: (line: number) => void;
}

/** Lists the problems of a lesson. Each one links to its line. */
export function ProblemList({ problems, onGo }: Props) {
  return (
    <ul className={css.problems}>
      {problems.map(({ severity, file, line, code, message }) => (
        <li key={`${file} ${line} ${code} ${message}`} data-severity={severity}>
          <Icon name={severity === 'error' ? 'danger' : 'warning'} size={16} />
          {onGo ? (
            <button type="button" onClick={() => onGo(line)}>
              <span className={css.location}>{line > 0 ? `Line ${line}` : 'Details'}</span> {message}
            </button>
          ) : (
            <p>
              <span className={css.location}>
                {file}:{line}
              </span>{' '}
              {message}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
