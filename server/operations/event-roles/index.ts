export { changeNextRole } from './change-next-role.ts';
export { DUE_ROLES, EVENT_ROLE_TIMES_SQL } from './plan-roles.ts';
export { listFormerRoles, readEventRoles } from './queries.ts';
export { forgetRoles, toRoleGiver } from './read-role-problem.ts';
