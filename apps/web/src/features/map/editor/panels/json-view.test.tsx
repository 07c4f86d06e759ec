import { MapDocument } from '@hexpedition/contract';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { openEditor, stubBrowserApis } from '../testing/open-editor.tsx';
import type { Editor } from '../use-editor.ts';
import { JsonView } from './json-view.tsx';

beforeEach(stubBrowserApis);

const sample = MapDocument.parse(sampleMap());
const field = () => screen.getByRole('textbox', { name: 'Map document' });
const type = (map: MapDocument) => fireEvent.change(field(), { target: { value: JSON.stringify(map) } });

test('keeps typed JSON when a save finishes', async () => {
  const { person } = await openEditor({ view: 'json' });
  const inspector = within(screen.getByRole('region', { name: 'Inspector' }));
  await person.click(inspector.getByRole('button', { name: 'West' }));
  await person.click(inspector.getByRole('radio', { name: 'rose' }));
  screen.getByText('Unsaved');
  type(sample);
  await screen.findByText('Saved');
  expect(field()).toHaveProperty('value', JSON.stringify(sample));
});

test('merges what another author has saved since the typing started', async () => {
  let document = sample;
  const editor = () =>
    ({
      document,
      change: (_: string, change: (map: MapDocument) => MapDocument) => {
        document = change(document);
      },
    }) as unknown as Editor;
  const { person, rerender } = await renderApp(<JsonView editor={editor()} />);
  type({ ...sample, recommended_start: 'training:two' });
  document = { ...sample, initial: { ...sample.initial, x: 7 } };
  rerender(<JsonView editor={editor()} />);
  await person.click(screen.getByRole('button', { name: 'Use this document' }));
  await expect.poll(() => document).toMatchObject({ recommended_start: 'training:two', initial: { x: 7 } });
});
