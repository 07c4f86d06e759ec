/** Path of a pointy-topped hexagon in a 32×32 box. */
export const hexPath = 'M16 2.5 27.7 9.25v13.5L16 29.5 4.3 22.75V9.25Z';
