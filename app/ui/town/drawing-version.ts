/** Part of every scenery address, so that files may be cached for ever. The drawing's test names the value to set. */
export const DRAWING_VERSION = '6c97a029b3';
