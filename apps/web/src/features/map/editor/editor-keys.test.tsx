import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { openEditor, standIns } from './testing/open-editor.tsx';

beforeEach(standIns);

const focused = () => document.activeElement;
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('the tools are one stop of the tab key, and arrows go from one to the next and around', async () => {
  const { person } = await openEditor();
  const tool = (name: RegExp) => within(screen.getByRole('toolbar')).getByRole('button', { name });
  tool(/^Select/).focus();
  await person.keyboard('{ArrowDown}');
  expect(focused()).toBe(tool(/^Paint/));
  await person.keyboard('{ArrowUp}{ArrowUp}');
  expect(focused()).toBe(tool(/^Flood/));
  await person.keyboard('{Home}{End}');
  expect(focused()).toBe(tool(/^Flood/));
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe(tool(/^Paint/));
  await person.tab();
  expect(screen.getByRole('toolbar').contains(focused())).toBe(false);
  await person.tab({ shift: true });
  expect(focused()).toBe(tool(/^Paint/));
  await person.keyboard('{Enter}');
  expect(tool(/^Paint/).getAttribute('aria-pressed')).toBe('true');
});

test('Enter on a card of the tray leads to the canvas, and Escape back to the card', async () => {
  const { person, canvas } = await openEditor();
  const card = within(screen.getByRole('region', { name: 'Not on the map' })).getByRole('button', { name: /four/ });
  card.focus();
  await person.keyboard('{Enter}');
  expect(focused()).toBe(canvas);
  await person.keyboard('{Escape}');
  expect(focused()).toBe(card);
  expect(card.getAttribute('aria-pressed')).toBe('false');
});

test('the cursor of the canvas is on what was chosen in a list, again and again', async () => {
  const { person, canvas } = await openEditor();
  const inspector = within(screen.getByRole('region', { name: 'Inspector' }));
  await person.click(inspector.getByRole('button', { name: 'West' }));
  await person.click(inspector.getByRole('button', { name: /^one/ }));
  canvas.focus();
  await person.keyboard('{ArrowRight}');
  expect(said()).toContain('1, 0: west');
  await person.click(inspector.getByRole('button', { name: 'All continents' }));
  await person.click(inspector.getByRole('button', { name: 'East' }));
  await person.click(inspector.getByRole('button', { name: /^three/ }));
  canvas.focus();
  await person.keyboard('{ArrowLeft}');
  expect(said()).toContain('8, 0: east');
});

test('Enter makes a new continent, and does not ask for another one', async () => {
  const { person } = await openEditor();
  await person.keyboard('b');
  const button = screen.getByRole('button', { name: 'New' });
  button.focus();
  await person.keyboard('{Enter}');
  const field = screen.getByRole('textbox', { name: 'Name' });
  // A browser's showModal focuses it; this one has none.
  expect(field.hasAttribute('autofocus')).toBe(true);
  field.focus();
  await person.keyboard('Far Bay{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('option', { name: 'Far Bay' })).toHaveProperty('selected', true);
  expect(focused()).toBe(button);
});

test('what goes away with the press leaves the focus in its part', async () => {
  const { person } = await openEditor();
  const inspector = screen.getByRole('region', { name: 'Inspector' });
  const press = async (name: string | RegExp) => {
    within(inspector).getByRole('button', { name }).focus();
    await person.keyboard('{Enter}');
  };
  await press('West');
  expect(focused()).toBe(within(inspector).getByRole('heading', { name: 'West' }));
  await press(/^two/);
  expect(focused()).toBe(within(inspector).getByRole('heading', { name: 'two' }));
  await press('Take it off the map');
  expect(focused()).toBe(within(inspector).getByRole('heading', { name: 'The hexmap' }));

  const tray = screen.getByRole('region', { name: 'Not on the map' });
  within(tray).getByRole('button', { name: 'Place all' }).focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(within(tray).getByRole('heading')));
});

test('a press beside everything leaves the part, and no change brings the focus back', async () => {
  const { person } = await openEditor();
  await person.click(screen.getByRole('button', { name: 'West' }));
  await person.click(document.body);
  await person.keyboard('b');
  expect(focused()).toBe(document.body);
});

test('Delete takes what lies under the cursor off the map, and Ctrl+Z brings it back', async () => {
  const { person, canvas } = await openEditor();
  const tray = within(screen.getByRole('region', { name: 'Not on the map' }));
  canvas.focus();
  await person.keyboard('{ArrowRight}{Delete}');
  expect(said()).toContain('Nothing lies on this hex.');
  await person.keyboard('{ArrowRight}{Delete}');
  await tray.findByRole('button', { name: /two/ });
  await person.keyboard('{Control>}z{/Control}');
  expect(tray.queryByRole('button', { name: /two/ })).toBeNull();
});

test('F6 goes from part to part and around, and Shift+F6 back', async () => {
  const { person, canvas } = await openEditor();
  const partOf = () => focused()?.closest('[data-part]');
  await person.keyboard('{F6}');
  const head = partOf();
  await person.keyboard('{F6}');
  expect(partOf()).toBe(screen.getByRole('toolbar'));
  await person.keyboard('{F6}');
  expect(focused()).toBe(canvas);
  await person.keyboard('{F6}');
  expect(partOf()).toBe(screen.getByRole('region', { name: 'Not on the map' }));
  await person.keyboard('{Shift>}{F6}{/Shift}');
  expect(focused()).toBe(canvas);
  for (let i = 0; i < 5; i++) await person.keyboard('{F6}');
  expect(partOf()).toBe(head);
});

test('the sheet of shortcuts lists the keys of the editor', async () => {
  const { person } = await openEditor();
  await person.keyboard('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  await sheet.findByText('Tool: Paint');
  for (const key of ['B', 'Delete', 'F6', 'F8', 'Ctrl+Z']) expect(sheet.getByText(key)).toBeDefined();
  await person.click(sheet.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who has switched single keys off keeps the others', async () => {
  const { person } = await openEditor({ settings: { ...buildUser().account.settings, shortcuts: false } });
  await person.keyboard('t');
  expect(screen.getByRole('button', { name: /^Terrain/ }).getAttribute('aria-pressed')).toBe('false');
  await person.keyboard('{F6}');
  expect(focused()?.closest('[data-part]')).not.toBeNull();
});
