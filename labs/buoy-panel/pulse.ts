/** Time of the last request or message of the pages. */
let last = 0;

export const noteActivity = (): void => {
  last = Date.now();
};

export const quietFor = (): number => Date.now() - last;
