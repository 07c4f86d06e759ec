import type { TrainingPlacement } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { placementQuery } from '../authoring-queries.ts';

interface Props {
  slug: string;
  name: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a hidden course is shown, because that also changes the live map. */
export function ShowCourseDialog({ slug, name, onClose, onConfirm }: Props) {
  const { data, error } = usePersonalQuery(placementQuery(slug));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Show “${name}” to learners?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!data && !error} onClick={onConfirm}>
            {data?.state === 'new' ? 'Show and place on the map' : 'Show course'}
          </Button>
        </>
      }
    >
      <p>Learners see the course and its published lessons at once.</p>
      {!data && !error && <Skeleton lines={2} />}
      {error && <p role="alert">Its place on the map cannot be shown. {messageOf(error)}</p>}
      {data && <p>{placementText(data)}</p>}
      {data?.state === 'new' && <p>You can move it in the map editor afterwards.</p>}
    </Dialog>
  );
}

const mapNames = { hexmap: 'Hex Map', hexmapYT: 'YouTube Map' } as const;

function placementText({ hexmap, state, continent, after, at }: TrainingPlacement): string {
  const map = mapNames[hexmap];
  const hex = at ? ` at hex ${at.q}, ${at.r}` : '';
  if (state === 'on_map') return `It is on the live ${map} already, on ${continent}${hex}.`;
  if (state === 'no_room')
    return `The live ${map} has no room for it on ${continent}. Learners find it in lists and in the search.`;
  const path = after ? `, with a path from “${after}”` : '';
  return `It is placed on the live ${map}, on ${continent}${hex}${path}.`;
}
