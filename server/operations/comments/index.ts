export { createComment, deleteComment } from './create-comment.ts';
export { listComments, readDiscussion, readLatestComments } from './queries.ts';
