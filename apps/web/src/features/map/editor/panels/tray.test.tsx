import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Unplaced } from '../tools.ts';
import { Tray } from './tray.tsx';

const continent = { slug: 'west', name: 'West', colour: 'teal' } as const;
const item = (slug: string, name: string): Unplaced => ({ ref: `training:${slug}`, name, about: 'West', continent });

test('an item that is part of a fault carries its number, in words too', () => {
  const faultsOf = ({ ref }: Unplaced) => (ref === 'training:graphql' ? [2, 4] : []);
  const items = [item('graphql', 'GraphQL, Politely'), item('wire', 'Watch the Wire')];
  const rest = { carried: null, onCarry: vi.fn(), onDrop: vi.fn(), onPlaceAll: vi.fn() };
  render(<Tray items={items} faultsOf={faultsOf} {...rest} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'GraphQL, PolitelyWestpart of fault 2part of fault 4',
    'Watch the WireWest',
  ]);
});
