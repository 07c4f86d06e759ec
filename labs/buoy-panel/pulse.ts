/** When the pages last said something, to the network or to each other. */
let last = 0;

export const heard = (): void => {
  last = Date.now();
};

export const quietFor = (): number => Date.now() - last;
