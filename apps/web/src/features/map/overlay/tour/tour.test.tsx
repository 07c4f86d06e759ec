import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { shippedAtlas } from '../../atlas/testing/shipped-atlas.ts';
import { MapFrame } from '../../camera/map-frame.ts';
import { Tour } from './tour.tsx';

afterEach(() => localStorage.clear());
const atlas = shippedAtlas();

async function offerTour() {
  const frame = new MapFrame();
  const flyTo = vi.fn();
  frame.camera = { goal: { x: 0, y: 0, k: 1 }, flyTo } as never;
  return { ...(await renderApp(<Tour atlas={atlas} frame={frame} />)), flyTo };
}

test('goes through its stops and back, and is not offered again', async () => {
  const { person, flyTo } = await offerTour();
  await person.click(screen.getByRole('button', { name: 'Take the tour' }));
  expect(screen.getByRole('heading', { name: 'A hex is a course' })).toBeDefined();
  expect(flyTo).toHaveBeenLastCalledWith({ x: atlas.start?.x, y: atlas.start?.y, k: 1.1 });
  await person.click(screen.getByRole('button', { name: 'Next' }));
  await person.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('1 of 4')).toBeDefined();
  for (const stop of ['2 of 4', '3 of 4', '4 of 4']) {
    await person.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText(stop)).toBeDefined();
  }
  // The camera returns to its position before the tour.
  expect(flyTo).toHaveBeenLastCalledWith({ x: 0, y: 0, k: 1 });
  await person.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region')).toBeNull();
});

test('ends with Escape at any stop, before the map handles the key', async () => {
  const { person } = await offerTour();
  await person.click(screen.getByRole('button', { name: 'Take the tour' }));
  const listener = vi.fn((event: Event) => event.defaultPrevented);
  document.addEventListener('keydown', listener);
  await person.keyboard('{Escape}');
  document.removeEventListener('keydown', listener);
  expect(listener).toHaveLastReturnedWith(true);
  expect(screen.queryByRole('region')).toBeNull();
});

test('can be dismissed permanently', async () => {
  const { person, unmount } = await offerTour();
  await person.click(screen.getByRole('button', { name: 'Skip the tour' }));
  unmount();
  await act(() => offerTour());
  expect(screen.queryByRole('region')).toBeNull();
});
