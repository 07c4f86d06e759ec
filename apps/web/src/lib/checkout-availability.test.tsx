import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setCheckoutFailed, useCheckoutFailed } from './checkout-availability.ts';

const blocked = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

test('remembers a failed checkout on this page when the browser blocks storage', () => {
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  const { result } = renderHook(useCheckoutFailed);
  expect(result.current).toBe(false);
  act(() => setCheckoutFailed(true));
  expect(result.current).toBe(true);
  act(() => setCheckoutFailed(false));
  expect(result.current).toBe(false);
});

test('reads the result of an earlier page of the tab', () => {
  sessionStorage.setItem('checkout', 'faulty');
  const { result } = renderHook(useCheckoutFailed);
  expect(result.current).toBe(true);
});
