import type { SessionItem } from '@hexpedition/contract';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './device-icon.module.css';

const icons: Record<SessionItem['kind'], IconName> = { desktop: 'desktop', mobile: 'phone', program: 'terminal' };
const words: Record<SessionItem['kind'], string> = {
  desktop: 'Computer',
  mobile: 'Phone or tablet',
  program: 'Program',
};

/** Icon of the device kind, highlighted for the current device. */
export function DeviceIcon({ kind, current = false }: { kind: SessionItem['kind']; current?: boolean }) {
  return (
    <span className={css.mark} data-current={current || undefined}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d={hexPath} />
      </svg>
      <Icon name={icons[kind]} size={20} label={words[kind]} />
    </span>
  );
}
