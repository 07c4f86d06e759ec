import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { UnplacedItem } from '../editor-tools.ts';
import { Tray } from './tray.tsx';

const continent = { slug: 'west', name: 'West', colour: 'teal' } as const;
const item = (slug: string, name: string): UnplacedItem => ({
  ref: `training:${slug}`,
  name,
  about: 'West',
  continent,
});

test('shows the numbers of an item’s problems, and names them for screen readers', () => {
  const problemNumbersOf = ({ ref }: UnplacedItem) => (ref === 'training:graphql' ? [2, 4] : []);
  const items = [item('graphql', 'GraphQL, Politely'), item('wire', 'Watch the Wire')];
  const rest = { carried: null, onCarry: vi.fn(), onDrop: vi.fn(), onPlaceAll: vi.fn() };
  render(<Tray items={items} problemNumbersOf={problemNumbersOf} {...rest} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'GraphQL, PolitelyWestpart of problem 2part of problem 4',
    'Watch the WireWest',
  ]);
});
