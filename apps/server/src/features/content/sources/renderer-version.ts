/** Raise it when lessons have to be rendered again although their files are the same. */
export const rendererVersion = 4;
