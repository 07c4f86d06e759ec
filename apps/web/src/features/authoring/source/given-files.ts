/** The files that were dropped; none where it is text, which the source takes as it is. */
export const filesOfDrop = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * The files that were pasted. What is copied from a document or a table is text, and a picture of it besides: that is
 * taken as text. A file that was copied has its name as text.
 */
export function filesOfPaste(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain').trim() ?? '';
  const names = files.map(({ name }) => name).join('\n');
  return text === '' || text.replace(/\r/g, '') === names ? files : [];
}
