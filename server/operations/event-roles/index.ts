export { changeNextRole } from './change-next-role.ts';
export { DUE_ROLES, EVENT_ROLE_TIMES_SQL } from './plan-roles.ts';
export { forgetRoles, listFormerRoles, readEventRoles, toRoleGiver } from './read-role-problem.ts';
