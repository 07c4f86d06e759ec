/** The panel of the buoys, where the operator is signed in. */
export const PANEL = 'https://panel.buoys.example';
/** The pilots' page, which has the panel in a frame. */
export const PILOTS = 'https://pilots.buoys.example';
