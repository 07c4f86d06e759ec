import { Link } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { mapLinkOf } from './map-link.ts';

const map_continent = { slug: 'new-land', name: 'New Land' };

test.each([
  [{ kind: 'course', map_continent }, 'Map / New Land', '/map/new-land'],
  [{ kind: 'video', map_continent }, 'Map / New Land', '/youtube/new-land'],
  [{ kind: 'course', map_continent: null }, 'Map', '/map'],
  [{ kind: 'video', map_continent: null }, 'Map', '/youtube'],
] as const)('%j', async (training, words, href) => {
  const mapLink = mapLinkOf(training);
  await renderApp(<Link {...mapLink.link}>{mapLink.label}</Link>);
  expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(href);
});
