import { useEffect, useRef, useState } from 'react';

/** No step is open. `done` is the result of the last step; when it is set, the heading takes the focus. */
interface Rest {
  kind: 'rest';
  done?: string;
}

/** Tracks the open step of a panel and moves the focus to its heading when a step finishes. */
export function usePanelStep<Step extends { kind: string }>() {
  const [step, setStep] = useState<Step | Rest>({ kind: 'rest' });
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Runs after a closing dialog has tried to restore the focus.
  useEffect(() => {
    if (step.kind === 'rest' && 'done' in step) headingRef.current?.focus();
  }, [step]);
  return {
    step,
    setStep,
    headingRef,
    /** Closes this step without a message, unless a later step is already open. */
    cancel: (kind: string) => setStep((now) => (now.kind === kind ? { kind: 'rest' } : now)),
    done: step.kind === 'rest' && 'done' in step ? step.done : undefined,
  };
}
