import chakra from '@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2?url';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import jetbrains from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';

/** The faces of the first screen, to be preloaded; fonts.css names the same files. */
export const preloadedFonts = [chakra, inter, jetbrains];
