import { ownersOf } from '@hexpedition/hexkit/edits';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { describe, expect, test, vi } from 'vitest';
import type { ToolOptions } from './editor-tools.ts';
import { toolActions } from './tool-actions.ts';

/** Applies a stroke to the sample map. @returns the explanation, and whether the map changed */
function stroke(hexes: { q: number; r: number }[], options: Partial<ToolOptions>) {
  const document = sampleMap();
  const [explain, change] = [vi.fn(), vi.fn()];
  const base: ToolOptions = { tool: 'paint', continent: 'west', brush: 1, keepSea: true, terrain: 'forest' };
  const actions = toolActions({
    ...{ document, change, options: { ...base, ...options }, setOptions: vi.fn(), selected: { kind: 'map' } },
    ...{ setSelected: vi.fn(), carried: null, setCarried: vi.fn(), pathStart: null, setPathStart: vi.fn() },
    ...{ nodeAt: () => undefined, owners: ownersOf(document), announce: vi.fn(), explain },
  });
  actions.stroke(hexes, false);
  return { explanation: explain.mock.calls[0]?.[0] as string | undefined, isChanged: change.mock.calls.length > 0 };
}

describe('paint', () => {
  const sea = { q: -3, r: 0 };

  test('paints open sea without an explanation', () => {
    expect(stroke([sea], {})).toEqual({ explanation: undefined, isChanged: true });
  });

  test('explains that no continent is selected', () => {
    expect(stroke([sea], { continent: undefined }).explanation).toBe('Select a continent to paint, or create one.');
  });

  test('explains that the hexes are land of this continent already', () => {
    const { explanation, isChanged } = stroke([{ q: 0, r: 0 }], {});
    expect([explanation, isChanged]).toEqual([expect.stringContaining('already land of West'), false]);
  });

  test('names the continent that is too close', () => {
    const { explanation, isChanged } = stroke([{ q: 6, r: 0 }], {});
    expect([explanation, isChanged]).toEqual([
      expect.stringMatching(/^Nothing painted: East is less than 3 hexes away/),
      false,
    ]);
    expect(stroke([{ q: 6, r: 0 }], { keepSea: false }).isChanged).toBe(true);
  });

  test('explains that a part of the stroke was not painted', () => {
    const { explanation, isChanged } = stroke([sea, { q: 6, r: 0 }], {});
    expect([explanation, isChanged]).toEqual([expect.stringMatching(/^1 of 2 hexes not painted: East/), true]);
  });
});

test.each(['erase', 'terrain'] as const)('%s explains that there is no land', (tool) => {
  const { explanation, isChanged } = stroke([{ q: -9, r: 0 }], { tool });
  expect([explanation, isChanged]).toEqual([expect.stringContaining('no land'), false]);
});
