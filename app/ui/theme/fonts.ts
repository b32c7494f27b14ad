import '@fontsource-variable/newsreader/opsz.css';
import '@fontsource-variable/hanken-grotesk/wght.css';
import sansLatin from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';
import serifLatin from '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?url';

/** The two font files that every page needs; browsers load the others by unicode-range. */
export const fontPreloads: readonly string[] = [serifLatin, sansLatin];
