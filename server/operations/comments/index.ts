export { createComment, deleteComment, listComments, readDiscussion } from './comments.ts';
