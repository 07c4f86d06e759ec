import type { ConsentConfig } from '@hexpedition/contract';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { isSame } from '../same.ts';
import css from './edit.module.css';
import { readConfig, writeConfig } from './shape.ts';
import type { ConfigDraft } from './use-config-draft.ts';

/** Everything at once, as it is kept and given out. */
export function JsonPart({ draft }: { draft: ConfigDraft }) {
  const [typed, setTyped] = useState('');
  // What was typed stays as it was typed, until another part of the form changes what it says.
  const shown = draft.text ?? (isSame(configOf(typed), draft.config) ? typed : writeConfig(draft.config));
  return (
    <div className={css.json}>
      <TextArea
        label="Configuration as JSON"
        name="json"
        spellCheck={false}
        autoComplete="off"
        value={shown}
        error={draft.problem}
        hint="As Klaro 0.7 names its fields. What can be read stands in the other tabs at once."
        onChange={({ target }) => {
          setTyped(target.value);
          draft.type(target.value);
        }}
      />
      {draft.problem && (
        <div>
          <Button size="sm" onClick={draft.dropText}>
            Back to what could be read last
          </Button>
        </div>
      )}
    </div>
  );
}

function configOf(text: string): ConsentConfig | undefined {
  const read = text === '' ? undefined : readConfig(text);
  return read && 'config' in read ? read.config : undefined;
}
