import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readOverrides } from '#lib/config-versions.ts';
import { VersionsBadge } from './versions-badge.tsx';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('shows the overridden versions and resets them', async () => {
  vi.spyOn(location, 'reload').mockImplementation(() => {});
  localStorage.setItem('versions', '{"hexmap":"beta","features":"2"}');
  render(<VersionsBadge />);
  await userEvent.click(screen.getByRole('button', { name: /^map beta, features 2.*reset to the account’s versions/ }));
  expect(readOverrides()).toEqual({});
  expect(location.reload).toHaveBeenCalled();
});

test('is hidden without overrides', () => {
  const { container } = render(<VersionsBadge />);
  expect(container.innerHTML).toBe('');
});
