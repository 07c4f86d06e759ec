import type { Security } from '@hexpedition/contract';
import { day } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import css from '../security.module.css';

export function PasskeyRow({ passkey, onRemove }: { passkey: Security['passkeys'][number]; onRemove: () => void }) {
  const { name, created_at, last_used_at, synced } = passkey;
  return (
    <li className={css.key}>
      <Icon name="key" className={css.keyIcon} />
      <div className={css.keyWords}>
        <p className={css.keyName}>
          <span>{name}</span>
          {synced && <Chip>Synced</Chip>}
        </p>
        <p className={css.hint}>
          Added {day(created_at)} · {last_used_at ? `last used ${day(last_used_at)}` : 'not used yet'}
        </p>
      </div>
      <Button size="sm" variant="quiet" aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
