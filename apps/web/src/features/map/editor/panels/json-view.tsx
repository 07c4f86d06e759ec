import type { MapDocument } from '@hexpedition/contract';
import { mergeMaps } from '@hexpedition/hexkit/merge';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';

/** Formats a document as JSON. Pairs of numbers, such as runs of hexes, stay on one line. */
const mapText = (document: MapDocument) =>
  JSON.stringify(document, null, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]');

/** The map document as JSON, to read, copy and edit. */
export function JsonView({ editor }: { editor: Editor }) {
  const { document, change } = editor;
  /** Typed text, and the document that it is based on. */
  const [typed, setTyped] = useState<{ text: string; of: MapDocument }>();
  const [problems, setProblems] = useState<string[]>([]);
  const text = typed?.text ?? mapText(document);

  const apply = async () => {
    // The schema and its parser are loaded only when they are needed.
    (await import('@hexpedition/contract/zod-without-eval')).disableZodEval();
    const { MapDocumentError, parseMapDocument } = await import('@hexpedition/hexkit/parse');
    try {
      const map = parseMapDocument(JSON.parse(text));
      if (map.kind !== document.kind) throw new SyntaxError(`This is a map of ${map.kind}, not of ${document.kind}.`);
      // Keeps what another author has saved meanwhile.
      const isOutdated = typed && typed.of !== document;
      change('Change the JSON', (now) => (isOutdated ? mergeMaps(typed.of, map, now).map : map));
      setTyped(undefined);
      setProblems([]);
    } catch (error) {
      if (error instanceof MapDocumentError)
        setProblems(error.problems.slice(0, 20).map(({ path, message }) => `${path}: ${message}`));
      else if (error instanceof SyntaxError) setProblems([error.message]);
      else throw error;
    }
  };
  return (
    <section className={css.view} aria-label="JSON">
      {problems.length > 0 && (
        <Callout kind="danger" title="This is not a valid map" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className={css.json}>
        <TextArea
          label="Map document"
          hint="The content of curriculum/map.json. Save it there to import it."
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
          Reset to the draft
        </Button>
      </div>
    </section>
  );
}
