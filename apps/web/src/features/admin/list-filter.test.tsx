import { screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ListFilter } from './list-filter.tsx';

const onFilter = vi.fn();
const show = (values: object) => (
  <ListFilter label="Users" values={values} onFilter={onFilter}>
    <TextField label="Name" name="q" />
    <SelectField label="State" name="state">
      <option value="">any</option>
      <option value="deletion_scheduled">Scheduled for deletion</option>
    </SelectField>
  </ListFilter>
);
const fieldValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('passes on the non-empty fields, and follows the values of the URL', async () => {
  const { person, rerender } = await renderApp(show({ q: 'ada' }));
  expect([fieldValue('Name'), fieldValue('State')]).toEqual(['ada', '']);
  await person.clear(screen.getByLabelText('Name'));
  await person.type(screen.getByLabelText('Name'), '  ');
  await person.selectOptions(screen.getByLabelText('State'), 'Scheduled for deletion');
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onFilter).toHaveBeenLastCalledWith({ state: 'deletion_scheduled' });
  // A link on the page can change the URL.
  rerender(show({ q: 'tove' }));
  expect([fieldValue('Name'), fieldValue('State')]).toEqual(['tove', '']);
});

test('clears the filter and focuses the first field', async () => {
  const { person, rerender } = await renderApp(show({ state: 'deletion_scheduled' }));
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onFilter).toHaveBeenLastCalledWith({});
  rerender(show({}));
  expect(fieldValue('State')).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('fills the fields before the user can type', async () => {
  let filled = '';
  const Page = () => {
    // Runs after the layout effects of the form, and before all other effects.
    useLayoutEffect(() => {
      filled = fieldValue('Name');
    }, []);
    return show({ q: 'ada' });
  };
  await renderApp(<Page />);
  expect(filled).toBe('ada');
});
