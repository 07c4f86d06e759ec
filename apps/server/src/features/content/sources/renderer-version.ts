/** Increase it when all lessons must be rendered again although their files are unchanged. */
export const rendererVersion = 4;
