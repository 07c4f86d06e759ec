import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Filter } from './filter.tsx';

const onFilter = vi.fn();
const show = (values: object) => (
  <Filter label="People" values={values} onFilter={onFilter}>
    <TextField label="Name" name="q" />
    <SelectField label="State" name="state">
      <option value="">any</option>
      <option value="leaving">Leaving</option>
    </SelectField>
  </Filter>
);
const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('it hands out what is filled in, and says what the address says', async () => {
  const { person, rerender } = await renderApp(show({ q: 'ada' }));
  expect([shownIn('Name'), shownIn('State')]).toEqual(['ada', '']);
  await person.clear(screen.getByLabelText('Name'));
  await person.type(screen.getByLabelText('Name'), '  ');
  await person.selectOptions(screen.getByLabelText('State'), 'Leaving');
  await person.click(screen.getByRole('button', { name: 'Show' }));
  expect(onFilter).toHaveBeenLastCalledWith({ state: 'leaving' });
  // A link on the page leads to another part of the list.
  rerender(show({ q: 'tove' }));
  expect([shownIn('Name'), shownIn('State')]).toEqual(['tove', '']);
});

test('one press leads back to the whole list, and the focus to the first field', async () => {
  const { person, rerender } = await renderApp(show({ state: 'leaving' }));
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onFilter).toHaveBeenLastCalledWith({});
  rerender(show({}));
  expect(shownIn('State')).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
