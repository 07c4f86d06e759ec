import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { BulkDialog, type BulkDialogKind } from './bulk-dialog.tsx';
import css from './users.module.css';

/** Maximum number of accounts in one call. */
const maxSelected = 100;

const actions: readonly [kind: BulkDialogKind, name: string][] = [
  ['grant', 'Grant tier'],
  ['beta', 'Beta access'],
  ['end_sessions', 'Log out'],
  ['disable', 'Disable'],
  ['enable', 'Enable'],
  ['delete', 'Delete'],
  ['keep', 'Cancel deletion'],
];

interface Props {
  selected: ReadonlyMap<number, string>;
  onSelect: (selected: ReadonlyMap<number, string>) => void;
}

/** Actions on the selected accounts, at the lower edge of the screen. */
export function SelectionBar({ selected, onSelect }: Props) {
  const [kind, setKind] = useState<BulkDialogKind>();
  const isTooMany = selected.size > maxSelected;
  return (
    <section className={css.bar} aria-label="Selected users">
      <p role="status">
        {plural(selected.size, 'user')} selected
        {isTooMany && `. Select at most ${maxSelected} for one action.`}
      </p>
      <div className={css.acts}>
        {actions.map(([name, label]) => (
          <Button
            key={name}
            size="sm"
            variant={name === 'delete' ? 'danger' : 'secondary'}
            disabled={isTooMany}
            onClick={() => setKind(name)}
          >
            {label}
          </Button>
        ))}
        <Button size="sm" variant="quiet" icon="close" onClick={() => onSelect(new Map())}>
          Clear selection
        </Button>
      </div>
      {kind && (
        <BulkDialog
          kind={kind}
          selected={selected}
          onClose={() => setKind(undefined)}
          onDone={(failed) => {
            // The accounts with a problem stay selected.
            onSelect(new Map([...selected].filter(([pk]) => failed.has(pk))));
          }}
        />
      )}
    </section>
  );
}
