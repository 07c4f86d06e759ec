import type { ContentDiagnostic } from '@hexpedition/contract';
import { Icon } from '#ui/icon.tsx';
import css from './lesson.module.css';

interface Props {
  faults: readonly ContentDiagnostic[];
  /** Leads to a line of the body. */
  onGo?: (line: number) => void;
}

/** What is wrong with a lesson; each fault leads to its line. */
export function FaultList({ faults, onGo }: Props) {
  return (
    <ul className={css.faults}>
      {faults.map(({ severity, file, line, code, message }) => (
        <li key={`${file} ${line} ${code} ${message}`} data-severity={severity}>
          <Icon name={severity === 'error' ? 'danger' : 'warning'} size={16} />
          {onGo ? (
            <button type="button" onClick={() => onGo(line)}>
              <span className={css.where}>{line > 0 ? `Line ${line}` : 'Head'}</span> {message}
            </button>
          ) : (
            <p>
              <span className={css.where}>
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
