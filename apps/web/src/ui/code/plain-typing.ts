import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection of highlighted text when the user types over it. Chromium would insert the new text with the old
 * colour as an inline `style`, which our Content Security Policy blocks with a console error.
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
