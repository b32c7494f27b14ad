export { createComment, deleteComment, listComments, readDiscussion } from './create-comment.ts';
