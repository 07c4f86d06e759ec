import type { ConsentConfig } from '@hexpedition/contract';
import { plural } from '#lib/format.ts';
import { Callout } from '#ui/callout.tsx';
import { fieldName, type Path } from '../names.ts';
import css from './edit.module.css';
import type { Faults } from './fields.tsx';

interface Props {
  faults: Faults;
  config: ConsentConfig;
  onGo: (path: Path) => void;
}

/** Everything that keeps the draft from being saved; each leads to its field. */
export const FaultList = ({ faults, config, onGo }: Props) => {
  const all = Object.entries(faults);
  return (
    <Callout kind="danger" title={`The draft is not saved: ${plural(all.length, 'thing')} to mend`}>
      <ul className={css.faults}>
        {all.map(([path, fault]) => (
          <li key={path}>
            <button type="button" className={css.fault} onClick={() => onGo(path)}>
              {fieldName(path, config)}
            </button>{' '}
            {fault}
          </li>
        ))}
      </ul>
    </Callout>
  );
};
