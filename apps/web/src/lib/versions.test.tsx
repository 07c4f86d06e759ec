import type { User } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from './session.ts';
import { override, readOverrides, versionNow } from './versions.ts';

beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const signIn = (given: { is_superuser: boolean; beta_access: boolean }) =>
  storeSession({
    token: { access: 'a', refresh: 'r' },
    user: { pk: 1, is_superuser: given.is_superuser, account: { beta_access: given.beta_access } } as User,
  });

test('visitors see what everybody sees, and beta access the other version', () => {
  expect(versionNow('hexmap')).toBe('2');
  signIn({ is_superuser: false, beta_access: false });
  expect(versionNow('features')).toBe('2');
  signIn({ is_superuser: false, beta_access: true });
  expect([versionNow('hexmap'), versionNow('hexmapYT'), versionNow('features')]).toEqual(['beta', 'beta', 'beta']);
});

test('a superuser chooses in this browser, and goes back', () => {
  signIn({ is_superuser: true, beta_access: false });
  override(['hexmap', 'features'], 'beta');
  expect(location.reload).toHaveBeenCalledTimes(1);
  expect([versionNow('hexmap'), versionNow('hexmapYT'), versionNow('features')]).toEqual(['beta', '2', 'beta']);
  override(['hexmap']);
  expect(readOverrides()).toEqual({ features: 'beta' });
  expect(versionNow('hexmap')).toBe('2');
});

test('nobody else is changed by the storage, and rubbish in it is nothing', () => {
  localStorage.setItem('versions', '{"hexmap":"beta"}');
  signIn({ is_superuser: false, beta_access: false });
  expect(versionNow('hexmap')).toBe('2');
  signIn({ is_superuser: true, beta_access: false });
  for (const rubbish of ['{"hexmap":"draft"}', 'null', '[', '{"hexmap":7}']) {
    localStorage.setItem('versions', rubbish);
    expect(versionNow('hexmap')).toBe('2');
  }
});
