export { createComment, deleteComment } from './create-comment.ts';
export { listComments, readDiscussion, readDiscussionPage } from './queries.ts';
