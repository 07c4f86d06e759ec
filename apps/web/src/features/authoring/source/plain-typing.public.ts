import { EditorView } from '@codemirror/view';

/**
 * Typing over coloured words. Chromium would put the new letters into an element with the old colour as its `style`, which
 * our Content Security Policy refuses with an error in the console. So the editor itself makes this change.
 */
export const plainTyping = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    if (view.state.readOnly || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});
