import { copyText } from '#lib/copy-text.ts';

/** Adds one listener for all copy buttons inside `root`. @returns a function that removes it */
export function enableCopyButtons(root: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('.code-copy') : null;
    const pre = button?.parentElement?.querySelector<HTMLElement>('pre');
    if (!button || !pre) return;
    // In console blocks only the marked input is copied; other blocks are copied as they are.
    const text = pre.dataset.copy ?? (pre.textContent ?? '').replace(/\n$/, '');
    void copyText(text).then((copied) => showResult(button, copied ? 'Copied' : 'Press Ctrl+C'));
  };
  root.addEventListener('click', onClick);
  return () => root.removeEventListener('click', onClick);
}

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Shows the result on the button, and its normal label again after two seconds. */
function showResult(button: HTMLButtonElement, label: string) {
  clearTimeout(timers.get(button));
  button.setAttribute('aria-live', 'polite');
  button.textContent = label;
  button.dataset.copied = '';
  timers.set(
    button,
    setTimeout(() => {
      button.textContent = 'Copy';
      delete button.dataset.copied;
    }, 2000),
  );
}
