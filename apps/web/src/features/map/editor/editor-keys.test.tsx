import { MapDocument } from '@hexpedition/contract';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { openEditor, stubBrowserApis } from './testing/open-editor.tsx';

beforeEach(stubBrowserApis);

const focused = () => document.activeElement;
const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('gives the tools one tab stop, and moves between them with wrapping arrow keys', async () => {
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

test('moves the focus from a tray card to the canvas with Enter, and back with Escape', async () => {
  const { person, canvas } = await openEditor();
  const card = within(screen.getByRole('region', { name: 'Not on the map' })).getByRole('button', { name: /four/ });
  card.focus();
  await person.keyboard('{Enter}');
  expect(focused()).toBe(canvas);
  await person.keyboard('{Escape}');
  expect(focused()).toBe(card);
  expect(card.getAttribute('aria-pressed')).toBe('false');
});

test('places the canvas cursor at the last item selected in a list', async () => {
  const { person, canvas } = await openEditor();
  const inspector = within(screen.getByRole('region', { name: 'Inspector' }));
  await person.click(inspector.getByRole('button', { name: 'West' }));
  await person.click(inspector.getByRole('button', { name: /^one/ }));
  canvas.focus();
  await person.keyboard('{ArrowRight}');
  expect(announcements()).toContain('1, 0: west');
  await person.click(inspector.getByRole('button', { name: 'All continents' }));
  await person.click(inspector.getByRole('button', { name: 'East' }));
  await person.click(inspector.getByRole('button', { name: /^three/ }));
  canvas.focus();
  await person.keyboard('{ArrowLeft}');
  expect(announcements()).toContain('8, 0: east');
});

test('creates a continent with Enter without opening the dialog again', async () => {
  const { person } = await openEditor();
  await person.keyboard('b');
  const button = screen.getByRole('button', { name: 'New' });
  button.focus();
  await person.keyboard('{Enter}');
  const field = screen.getByRole('textbox', { name: 'Name' });
  // A browser's showModal would focus the field. The test DOM does not implement it.
  expect(field.hasAttribute('autofocus')).toBe(true);
  field.focus();
  await person.keyboard('Far Bay{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('option', { name: 'Far Bay' })).toHaveProperty('selected', true);
  expect(focused()).toBe(button);
});

test('keeps the focus in its part when the pressed element disappears', async () => {
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
  await press('Remove from map');
  expect(focused()).toBe(within(inspector).getByRole('heading', { name: 'Hex Map' }));

  const tray = screen.getByRole('region', { name: 'Not on the map' });
  within(tray).getByRole('button', { name: 'Place all' }).focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(within(tray).getByRole('heading')));
});

test('does not move the focus back after a click outside all parts', async () => {
  const { person } = await openEditor();
  await person.click(screen.getByRole('button', { name: 'West' }));
  await person.click(document.body);
  await person.keyboard('b');
  expect(focused()).toBe(document.body);
});

test('removes the item at the cursor with Delete, and restores it with Ctrl+Z', async () => {
  const { person, canvas } = await openEditor();
  const tray = within(screen.getByRole('region', { name: 'Not on the map' }));
  const inspector = within(screen.getByRole('region', { name: 'Inspector' }));
  await person.click(inspector.getByRole('button', { name: 'West' }));
  await person.click(inspector.getByRole('button', { name: /^one/ }));
  canvas.focus();
  await person.keyboard('{ArrowRight}{Delete}');
  expect(announcements()).toContain('This hex is empty.');
  await person.keyboard('{ArrowRight}{Delete}');
  await tray.findByRole('button', { name: /two/ });
  await person.keyboard('{Control>}z{/Control}');
  expect(tray.queryByRole('button', { name: /two/ })).toBeNull();
});

test('cycles through the parts with F6, and back with Shift+F6', async () => {
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

test('shows each of several problems with the same message with F8', async () => {
  const document = MapDocument.parse(sampleMap());
  // Three copies of a course: two problems that differ only in their hex.
  document.continents[0]?.trainings.push(
    { slug: 'one', q: 1, r: 0, icon: 'compass' },
    { slug: 'one', q: 3, r: -1, icon: 'compass' },
  );
  const { person } = await openEditor({ document });
  const panel = within(screen.getByRole('region', { name: 'Problems' }));
  const copies = (await panel.findAllByText(/is on the map twice/)).map((message) => message.closest('li'));
  expect(copies).toHaveLength(2);
  const total = panel.getAllByRole('listitem').length;
  const shown: (Element | null)[] = [];
  for (let i = 0; i < total; i++) {
    await person.keyboard('{F8}');
    shown.push(panel.getAllByRole('listitem').find((item) => item.dataset.active === 'true') ?? null);
  }
  expect(shown).toEqual(panel.getAllByRole('listitem'));
});

test('lists the editor’s keys in the shortcut sheet', async () => {
  const { person } = await openEditor();
  await person.keyboard('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  await sheet.findByText('Tool: Paint');
  for (const key of ['B', 'Delete', 'F6', 'F8', 'Ctrl+Z']) expect(sheet.getByText(key)).toBeDefined();
  await person.click(sheet.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keeps the other shortcuts when single-key shortcuts are off', async () => {
  const { person } = await openEditor({ settings: { ...buildUser().account.settings, shortcuts: false } });
  await person.keyboard('t');
  expect(screen.getByRole('button', { name: /^Terrain/ }).getAttribute('aria-pressed')).toBe('false');
  await person.keyboard('{F6}');
  expect(focused()?.closest('[data-part]')).not.toBeNull();
});
