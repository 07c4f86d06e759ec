import type { DueNotes } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { NoteText } from '#entities/note/note-text.tsx';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';

interface Props {
  card: DueNotes['cards'][number];
  onChanged: () => void;
}

/** An open question of the learner. One click moves its text to the field "What I learned". */
export function OpenQuestion({ card, onChanged }: Props) {
  const api = useApi();
  const { what_i_learned, did_not_understand, updated_at, subchapter } = card;
  const close = useMutation({
    mutationFn: () =>
      api('POST /api/subchapter/:slug/notes', {
        params: { slug: subchapter.slug },
        body: {
          what_i_learned: [what_i_learned, did_not_understand].filter(Boolean).join('\n\n'),
          did_not_understand: '',
          base: updated_at,
        },
      }),
    onSuccess: onChanged,
  });
  return (
    <Callout
      kind="warning"
      title="Still open"
      action={
        subchapter.path && (
          <Button size="sm" busy={close.isPending} onClick={() => close.mutate()}>
            I understand it now
          </Button>
        )
      }
    >
      <NoteText text={did_not_understand} />
      {close.error && <p role="alert">{messageOf(close.error)}</p>}
    </Callout>
  );
}
