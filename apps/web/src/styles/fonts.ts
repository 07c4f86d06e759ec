import chakra from '@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2?url';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import jetbrains from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';

/** Fonts of the first screen, to preload; fonts.css refers to the same files. */
export const preloadedFonts = [chakra, inter, jetbrains];
