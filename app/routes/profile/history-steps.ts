/** How many nights the history shows at first, and how many more with each step. */
export const HISTORY_PAGE = 5;
export const HISTORY_STEP = 20;
