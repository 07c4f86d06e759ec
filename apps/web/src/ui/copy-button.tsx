import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from './button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const words = { ready: '', copied: 'Copied', failed: 'Could not copy. Select it and copy it yourself.' };

interface Props {
  text: string;
  /** For a shortcut that presses the button. */
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** Copies a text to the clipboard and shows whether that worked. */
export function CopyButton({ text, ref, children }: Props) {
  const [state, setState] = useState<keyof typeof words>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 2_500);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      <Button
        ref={ref}
        size="sm"
        icon={state === 'copied' ? 'tick' : 'copy'}
        onClick={async () => setState((await copyText(text)) ? 'copied' : 'failed')}
      >
        {words[state] || children}
      </Button>
      <VisuallyHidden>
        <span role="status">{words[state]}</span>
      </VisuallyHidden>
    </>
  );
}
