/**
 * A blank between two texts of a drawing, without width: for the words of a link to stay apart where they are read as
 * one string, which has to be what its label says.
 */
export const Blank = () => <tspan fontSize="0"> </tspan>;
