/** Returns the dropped files; an empty list for text, which the source inserts itself. */
export const droppedFiles = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * Returns the pasted files. Content copied from a document or table has text and also a picture of it: that counts as
 * text, so no files are returned. A copied file has its name as text.
 */
export function pastedFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain').trim() ?? '';
  const names = files.map(({ name }) => name).join('\n');
  return text === '' || text.replace(/\r/g, '') === names ? files : [];
}
