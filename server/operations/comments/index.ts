export { createComment, deleteComment } from './create-comment.ts';
export { listComments, readDiscussion } from './queries.ts';
