import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { type PaneTab, PaneTabs } from './pane-tabs.tsx';
import { Splitter } from './splitter.tsx';

function Split() {
  const [value, setValue] = useState(55);
  return (
    <Splitter
      label="Terminal height"
      value={value}
      min={10}
      max={90}
      onChange={setValue}
      onReset={() => setValue(55)}
      range={() => ({ top: 0, bottom: 1000 })}
    />
  );
}

test('moves the splitter by arrow keys up to its limits, and resets it with Enter', async () => {
  const { person } = await renderApp(<Split />);
  const line = screen.getByRole('separator', { name: 'Terminal height' });
  const value = () => Number(line.getAttribute('aria-valuenow'));
  line.focus();
  await person.keyboard('{ArrowUp}');
  expect(value()).toBe(53);
  await person.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(value()).toBe(63);
  await person.keyboard('{End}{ArrowDown}');
  expect(value()).toBe(90);
  await person.keyboard('{Home}');
  expect(value()).toBe(10);
  await person.keyboard('{Enter}');
  expect(value()).toBe(55);
});

test('the splitter follows the pointer without a jump', async () => {
  const { person } = await renderApp(<Split />);
  const line = screen.getByRole('separator');
  await person.pointer([
    { target: line, keys: '[MouseLeft>]', coords: { clientY: 552 } },
    { target: line, coords: { clientY: 702 } },
    { target: line, keys: '[/MouseLeft]' },
  ]);
  expect(line.getAttribute('aria-valuenow')).toBe('70');
});

function Tabs() {
  const [names, setNames] = useState(['gdb', 'shell 2', 'shell 3']);
  const [value, setValue] = useState('t0');
  const tabs = names.map(
    (name, at): PaneTab => ({
      id: `t${at}`,
      icon: 'terminal',
      name,
      onRename: (next) => setNames(names.with(at, next)),
      onClose: names.length > 1 ? () => setNames(names.toSpliced(at, 1)) : undefined,
    }),
  );
  return <PaneTabs label="Terminals" tabs={tabs} value={value} onChange={setValue} />;
}
const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

test('arrow keys select a tab and move the focus', async () => {
  const { person } = await renderApp(<Tabs />);
  screen.getByRole('tab', { name: 'gdb' }).focus();
  await person.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'shell 3', selected: true }));
  await person.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('shell 2');
});

test('F2 renames a tab, Escape cancels, Delete closes', async () => {
  const { person } = await renderApp(<Tabs />);
  screen.getByRole('tab', { name: 'gdb' }).focus();
  await person.keyboard('{F2}');
  const field = screen.getByRole('textbox', { name: 'Terminal name' });
  await person.clear(field);
  await person.type(field, 'debugger{Enter}');
  expect(names()).toEqual(['debugger', 'shell 2', 'shell 3']);
  await person.dblClick(screen.getByRole('tab', { name: 'shell 2' }));
  await person.type(screen.getByRole('textbox'), 'no{Escape}');
  expect(names()).toEqual(['debugger', 'shell 2', 'shell 3']);
  screen.getByRole('tab', { name: 'shell 2' }).focus();
  await person.keyboard('{Delete}');
  expect(names()).toEqual(['debugger', 'shell 3']);
});

test('does not close the last tab', async () => {
  const { person } = await renderApp(<Tabs />);
  await person.click(screen.getByRole('button', { name: 'Close gdb' }));
  await person.click(screen.getByRole('button', { name: 'Close shell 2' }));
  expect(names()).toEqual(['shell 3']);
  expect(screen.queryByRole('button', { name: /Close/ })).toBeNull();
});
