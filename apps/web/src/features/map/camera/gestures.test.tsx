import { afterEach, expect, test, vi } from 'vitest';
import type { Camera } from './camera.ts';
import { attachGestures } from './gestures.ts';

const camera = { stop: vi.fn() } as unknown as Camera;
const stage = document.createElement('div');
const button = document.createElement('button');
stage.append(button);
document.body.append(stage);
const pressed = vi.fn();
button.addEventListener('click', pressed);
const detach = attachGestures(stage, camera, () => ({ x: 0, y: 0 }));
afterEach(() => pressed.mockClear());

const tap = () => {
  for (const name of ['pointerdown', 'pointerup']) {
    button.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerType: 'touch', pointerId: 7 }));
  }
  click();
};
const click = () => button.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));

test('ignores the second click event of one tap', () => {
  tap();
  click();
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('counts two quick taps on the same button as two clicks', () => {
  tap();
  tap();
  expect(pressed).toHaveBeenCalledTimes(2);
  detach();
});
