/** The number of events that the history shows at first, and of those that each step adds. */
export const HISTORY_PAGE = 5;
export const HISTORY_STEP = 20;
