export { updatePoll, withdrawPoll } from './change-poll.ts';
export { choosePollTime } from './choose-time.ts';
export { continuePolls } from './continue-polls.ts';
export { createPoll } from './create-poll.ts';
export { listPolls, readPoll, readPollPage, readPollView } from './queries.ts';
export { saveOwnVotes, saveVotes } from './save-votes.ts';
