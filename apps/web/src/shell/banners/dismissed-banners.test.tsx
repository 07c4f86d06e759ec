import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dismiss, useDismissed } from './dismissed-banners.ts';

const blocked = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

test('hides a dismissed banner on this page when the browser blocks storage', () => {
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  const { result } = renderHook(useDismissed);
  expect(result.current('a')).toBe(false);
  act(() => dismiss('a'));
  act(() => dismiss('b'));
  expect(['a', 'b', 'c'].map(result.current)).toEqual([true, true, false]);
});

test('hides a dismissed banner when the storage is full', () => {
  localStorage.setItem('dismissed', '');
  vi.stubGlobal('localStorage', { getItem: () => '', setItem: blocked });
  const { result } = renderHook(useDismissed);
  act(() => dismiss('a'));
  expect(result.current('a')).toBe(true);
});

test('keeps the last fifty dismissed banners', () => {
  for (let i = 0; i < 60; i++) dismiss(`banner ${i}`);
  expect(localStorage.getItem('dismissed')?.split(' ')).toHaveLength(50);
});
