/**
 * A blank without width between two texts of a drawing. It keeps the words of a link apart where they are read as one
 * string, and that string has to be what the link's label says.
 */
export const Blank = () => <tspan fontSize="0"> </tspan>;
