import { hexmapNames } from '@hexpedition/contract/map-vocabulary';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { views } from '#features/map/editor/editor-header.tsx';
import { MapEditorPage } from '#features/map/editor/editor-page.tsx';
import { requireSuperuser, superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

const nameOf = (hexmap: string) => hexmapNames.find((one) => one === hexmap);

export const Route = createFileRoute('/_main/admin/map/$hexmap')({
  ...superuserRoute,
  staticData: { sidebar: 'own', footer: 'short' },
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({ view: (['list', 'json', 'history'] as const).find((one) => one === search.view) }),
  beforeLoad: async (arrival) => {
    await requireSuperuser(arrival);
    if (!nameOf(arrival.params.hexmap)) throw notFound({ data: { resource: 'map' } });
  },
  component: function AdminMap() {
    const { hexmap } = Route.useParams();
    const { view = 'map' } = Route.useSearch();
    const name = nameOf(hexmap);
    // Other names are not found.
    return name && <MapEditorPage key={name} hexmap={name} view={views.find((one) => one === view) ?? 'map'} />;
  },
});
