import { useEffect, useRef, useState } from 'react';

/** At rest; `done` is what has just been finished, and then the heading takes the focus. */
interface Rest {
  kind: 'rest';
  done?: string;
}

/** Which step of a panel is on the screen, and the focus that follows when the last one is finished. */
export function useStage<Step extends { kind: string }>() {
  const [stage, setStage] = useState<Step | Rest>({ kind: 'rest' });
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Moving the focus is a call. It comes after a dialog that closes has tried to give it back.
  useEffect(() => {
    if (stage.kind === 'rest' && 'done' in stage) headingRef.current?.focus();
  }, [stage]);
  return {
    stage,
    setStage,
    headingRef,
    /** Back to rest without a word, unless a later step is on already. */
    cancel: (kind: string) => setStage((now) => (now.kind === kind ? { kind: 'rest' } : now)),
    done: stage.kind === 'rest' && 'done' in stage ? stage.done : undefined,
  };
}
