import { flushSync } from 'react-dom';

/**
 * The `ref` of a field that the server renders: what was typed or chosen before React had the field (its script may come
 * late, or the browser put back what was there before a reload) is told to React as if it happened now. Without this
 * the page would show a choice that its state does not know.
 */
export function takeUp(field: HTMLInputElement | null): void {
  if (!field) return;
  const { value } = field;
  if (field.type === 'checkbox' || field.type === 'radio') {
    const { checked } = field;
    // A radio button that lost its place to another one is no choice; the other one tells.
    if (checked !== field.defaultChecked && (checked || field.type === 'checkbox')) tell(() => choose(field, checked));
  } else if (value !== field.defaultValue) {
    tell(() => type(field, value));
  }
}

/** Once React is done, before anybody can press a key; and drawn at once, for the next field to see what changed. */
function tell(act: () => void): void {
  queueMicrotask(() => flushSync(act));
}

function choose(box: HTMLInputElement, checked: boolean): void {
  box.checked = !checked;
  box.click();
}

function type(field: HTMLInputElement, value: string): void {
  // React keeps a note of the last value by a setter of its own on the element; the prototype's goes past it.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  field.value = '';
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
