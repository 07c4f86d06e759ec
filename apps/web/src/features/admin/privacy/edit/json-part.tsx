import type { ConsentConfig } from '@hexpedition/contract';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { isEqual } from '../config-values.ts';
import { formatConfig, parseConfig } from './config-schema.ts';
import css from './edit.module.css';
import type { ConfigDraft } from './use-config-draft.ts';

/** Text area with the whole configuration as JSON. */
export function JsonPart({ draft }: { draft: ConfigDraft }) {
  const [typed, setTyped] = useState('');
  // Keeps the text as typed until another tab changes the configuration.
  const shown = draft.text ?? (isEqual(configOf(typed), draft.config) ? typed : formatConfig(draft.config));
  return (
    <div className={css.json}>
      <TextArea
        label="Configuration as JSON"
        name="json"
        spellCheck={false}
        autoComplete="off"
        value={shown}
        error={draft.problem}
        hint="Field names as in Klaro 0.7. Valid changes appear in the other tabs immediately."
        onChange={({ target }) => {
          setTyped(target.value);
          draft.type(target.value);
        }}
      />
      {draft.problem && (
        <div>
          <Button size="sm" onClick={draft.dropText}>
            Restore the last valid version
          </Button>
        </div>
      )}
    </div>
  );
}

function configOf(text: string): ConsentConfig | undefined {
  const read = text === '' ? undefined : parseConfig(text);
  return read && 'config' in read ? read.config : undefined;
}
