import type { MapDocument } from '@hexpedition/contract';
import { mergeMaps } from '@hexpedition/hexkit/merge';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';

/** A document as people read it: a pair of numbers, as a run of hexes is one, stands on one line. */
const mapText = (document: MapDocument) =>
  JSON.stringify(document, null, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]');

/** The document itself, to read, to copy and to change by hand. */
export function JsonView({ editor }: { editor: Editor }) {
  const { document, change } = editor;
  /** What was typed, and the document that it began with. */
  const [typed, setTyped] = useState<{ text: string; of: MapDocument }>();
  const [faults, setFaults] = useState<string[]>([]);
  const text = typed?.text ?? mapText(document);

  const apply = async () => {
    // The schema comes with its reader, which nobody else here needs.
    (await import('@hexpedition/contract/zod-without-eval')).disableZodEval();
    const { MapDocumentError, parseMapDocument } = await import('@hexpedition/hexkit/parse');
    try {
      const map = parseMapDocument(JSON.parse(text));
      if (map.kind !== document.kind) throw new SyntaxError(`This is a map of ${map.kind}, not of ${document.kind}.`);
      // What somebody else has saved meanwhile stays.
      const isOld = typed && typed.of !== document;
      change('Change the JSON', (now) => (isOld ? mergeMaps(typed.of, map, now).map : map));
      setTyped(undefined);
      setFaults([]);
    } catch (error) {
      if (error instanceof MapDocumentError)
        setFaults(error.problems.slice(0, 20).map(({ path, message }) => `${path}: ${message}`));
      else if (error instanceof SyntaxError) setFaults([error.message]);
      else throw error;
    }
  };
  return (
    <section className={css.view} aria-label="JSON">
      {faults.length > 0 && (
        <Callout kind="danger" title="This is no map" role="alert">
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className={css.json}>
        <TextArea
          label="The document"
          hint="What curriculum/map.json holds. Save it there and an import brings it in."
          value={text}
          spellCheck={false}
          rows={28}
          onChange={({ target: { value } }) => setTyped((before) => ({ text: value, of: before?.of ?? document }))}
        />
      </div>
      <div className={css.actions}>
        <Button variant="primary" disabled={typed === undefined} onClick={() => void apply()}>
          Use this document
        </Button>
        <Button disabled={typed === undefined} onClick={() => setTyped(undefined)}>
          Back to the draft
        </Button>
      </div>
    </section>
  );
}
